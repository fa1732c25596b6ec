import { QuickView } from '#islands/products/QuickView.tsx';
import { mountDialog } from '#islands/ui/mount-dialog.ts';
import { toast } from '#islands/ui/toast.ts';

const FADE_MS = 300;
const PARAMETER = 'quickView';

export function openQuickViewFromAddress(): void {
  const trigger = document.createElement('a');
  trigger.dataset.quickView = new URLSearchParams(location.search).get(PARAMETER) ?? '';
  openQuickView(trigger);
}

export function openQuickView(trigger: HTMLElement): void {
  const slug = trigger.dataset.quickView;
  if (!slug) return;
  trigger.focus({ preventScroll: true });
  const hasNewEntry = new URL(location.href).searchParams.get(PARAMETER) !== slug;
  if (hasNewEntry) {
    history.replaceState({ ...history.state, scrollY }, '');
    history.pushState(history.state, '', addressWith(slug));
  }

  let isClosing = false;
  const overlay = mountDialog(() => <QuickView slug={slug} isClosing={isClosing} onClose={close} />);

  function close(failure?: string): void {
    if (isClosing) return;
    fadeOut(failure);
    if (hasNewEntry) history.back();
    else history.replaceState(history.state, '', addressWith(undefined));
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

function addressWith(slug: string | undefined): string {
  const url = new URL(location.href);
  if (slug) url.searchParams.set(PARAMETER, slug);
  else url.searchParams.delete(PARAMETER);
  return url.pathname + url.search + url.hash;
}
