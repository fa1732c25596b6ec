import { pointerZoom } from '#islands/catalog/pointer-zoom.ts';

export function openGalleryViewer(trigger: HTMLElement): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-gallery-rail] > li:not([hidden]) [data-zoom]')];
  const start = Math.max(0, (links as HTMLElement[]).indexOf(trigger));
  const dialog = document.createElement('dialog');
  dialog.className = 'm-0 h-dvh max-h-none w-screen max-w-none bg-ground text-ink';
  dialog.setAttribute('aria-label', 'Pictures, enlarged');

  const rail = document.createElement('ul');
  rail.className = 'rail h-full auto-cols-[100%]';
  rail.append(...links.map((link) => slideOf(link)));

  const count = document.createElement('p');
  count.className = 'absolute top-4 left-4 bg-ground px-2 tabular-nums';
  count.setAttribute('role', 'status');
  dialog.append(
    rail,
    count,
    iconButton('Close', 'm6 6 12 12M18 6 6 18', 'top-2 right-2', () => dialog.close()),
  );
  if (links.length > 1) {
    const turn = (step: number) => {
      const next = (current() + step + links.length) % links.length;
      rail.scrollTo({ left: next * rail.clientWidth, behavior: 'smooth' });
    };
    dialog.append(
      iconButton('Previous picture', 'm15 5-7 7 7 7', 'top-1/2 left-2 max-md:hidden', () => turn(-1)),
      iconButton('Next picture', 'm9 5 7 7-7 7', 'top-1/2 right-2 max-md:hidden', () => turn(1)),
    );
    dialog.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowLeft') turn(-1);
      if (event.key === 'ArrowRight') turn(1);
    });
  }

  const current = () => Math.round(rail.scrollLeft / Math.max(1, rail.clientWidth));
  const tell = () => {
    count.textContent = `${current() + 1} of ${links.length}`;
  };
  rail.addEventListener('scroll', tell, { passive: true });
  dialog.addEventListener('close', () => {
    dialog.remove();
    trigger.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  rail.scrollTo({ left: start * rail.clientWidth });
  tell();
}

function slideOf(link: HTMLAnchorElement): HTMLLIElement {
  const small = link.querySelector('img');
  const picture = document.createElement('img');
  picture.src = link.href;
  picture.alt = small?.alt ?? '';
  picture.className = 'size-full object-contain';
  picture.style.touchAction = 'pan-x';
  picture.draggable = false;
  const slide = document.createElement('li');
  slide.className = 'overflow-hidden';
  slide.append(picture);
  pointerZoom(picture);
  return slide;
}

function iconButton(label: string, path: string, place: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `icon-button absolute bg-ground ${place}`;
  button.setAttribute('aria-label', label);
  button.innerHTML = `<svg class="size-6" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="${path}"></path></svg>`;
  button.addEventListener('click', act);
  return button;
}
