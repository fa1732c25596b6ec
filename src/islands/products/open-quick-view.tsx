import { QuickView } from '#islands/products/QuickView.tsx';
import { mountDialog } from '#islands/ui/mount-dialog.ts';
import { toast } from '#islands/ui/toast.ts';

const FADE_MS = 300;
const PARAMETER = 'quickView';

/** Opens the quick view of the product that is named in the URL. */
export function openQuickViewFromUrl(): void {
  const trigger = document.createElement('a');
  trigger.dataset.quickView = new URLSearchParams(location.search).get(PARAMETER) ?? '';
  openQuickView(trigger);
}

export function openQuickView(trigger: HTMLElement): void {
  const slug = trigger.dataset.quickView;
  if (!slug) return;
  trigger.focus({ preventScroll: true });
  const hasOwnEntry = new URL(location.href).searchParams.get(PARAMETER) !== slug;
  if (hasOwnEntry) {
    history.replaceState({ ...history.state, scrollY }, '');
    history.pushState(history.state, '', pathWith(slug));
  }

  let isClosing = false;
  const overlay = mountDialog(() => <QuickView slug={slug} isClosing={isClosing} onClose={close} />);

  function close(failure?: string): void {
    if (isClosing) return;
    fadeOut(failure);
    if (hasOwnEntry) history.back();
    else history.replaceState(history.state, '', pathWith(undefined));
  }

  function fadeOut(failure?: string): void {
    isClosing = true;
    removeEventListener('popstate', onBack);
    overlay?.rerender();
    setTimeout(() => {
      overlay?.close();
      if (failure) toast(failure, 'failed');
    }, FADE_MS);
  }

  function onBack(): void {
    if (new URL(location.href).searchParams.get(PARAMETER) !== slug) fadeOut();
  }

  addEventListener('popstate', onBack);
}

function pathWith(slug: string | undefined): string {
  const url = new URL(location.href);
  if (slug) url.searchParams.set(PARAMETER, slug);
  else url.searchParams.delete(PARAMETER);
  return url.pathname + url.search + url.hash;
}
