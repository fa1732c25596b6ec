import '#islands/products/buy-box.script.ts';

const FADE_MS = 300;
const layer = document.querySelector<HTMLElement>('[data-quick-view-page]');
const box = layer?.querySelector<HTMLElement>('[role="dialog"]');

if (layer && box) {
  const otherElements = [...document.body.children].filter(
    (element) => !element.contains(layer) && element.id !== 'toasts',
  );
  // The rest of the page must be inert, as it is behind a modal dialog.
  document.body.append(layer);
  for (const element of otherElements) element.setAttribute('inert', '');
  const main = document.querySelector('main');
  main?.setAttribute('inert', '');
  document.documentElement.classList.add('overflow-hidden');
  box.focus({ preventScroll: true });

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
