import '#islands/products/buy-box.script.ts';

const FADE_MS = 300;
const layer = document.querySelector<HTMLElement>('[data-quick-view-page]');
const dialog = layer?.querySelector<HTMLElement>('[role="dialog"]');

if (layer && dialog) {
  const otherElements = [...document.body.children].filter(
    (element) => !element.contains(layer) && element.id !== 'toasts',
  );
  // A browser makes the rest of a page inert only for a modal `<dialog>`, which the server cannot render.
  document.body.append(layer);
  for (const element of otherElements) element.setAttribute('inert', '');
  const main = document.querySelector('main');
  main?.setAttribute('inert', '');
  document.documentElement.classList.add('overflow-hidden');
  dialog.focus({ preventScroll: true });

  const close = () => {
    removeEventListener('keydown', onKey);
    history.replaceState(history.state, '', layer.dataset.closeHref ?? location.pathname);
    layer.classList.add('quick-view-closing');
    main?.removeAttribute('inert');
    for (const element of otherElements) element.removeAttribute('inert');
    document.documentElement.classList.remove('overflow-hidden');
    setTimeout(() => layer.remove(), FADE_MS);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  addEventListener('keydown', onKey);
  layer.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-close]')) return;
    event.preventDefault();
    close();
  });
}
