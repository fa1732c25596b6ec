import { element, pushButton } from '#islands/ui/element.ts';

const CROSS =
  '<svg class="size-6" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="m6 6 12 12M18 6 6 18"/></svg>';

interface Options {
  heading: string;
  /** Its id is made of this. */
  className: string;
  content: Node;
  onClose: () => void;
}

/** The generic modal as in Dialog.tsx, for what must open without waiting for React. */
export function openDialog({ heading, className, content, onClose }: Options): void {
  const focusedBefore = document.activeElement;
  const id = `${className}-heading`;
  const cross = pushButton({ class: 'icon-button -mt-2 -mr-2', 'aria-label': 'Close' }, '', close);
  cross.innerHTML = CROSS;
  const head = element(
    'div',
    { class: 'flex items-start justify-between gap-4 mb-3' },
    element('h2', { id, class: 'text-xl' }, heading),
    cross,
  );
  const dialog = element(
    'dialog',
    {
      'aria-labelledby': id,
      class: `m-auto max-h-dvh w-full overflow-y-auto bg-ground text-sm text-ink ${className}`,
    },
    element('div', { class: 'p-4 md:p-6' }, head, content),
  );
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  document.documentElement.classList.add('overflow-hidden');

  function close(): void {
    document.documentElement.classList.remove('overflow-hidden');
    dialog.close();
    dialog.remove();
    if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true });
    onClose();
  }
}
