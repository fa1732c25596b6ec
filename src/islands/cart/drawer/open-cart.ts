import type { Root } from 'react-dom/client';
import { $cart, type CartDrawerResponse, fetchCartDrawer } from '#islands/cart/cart.client.ts';
import drawerStyles from '#islands/cart/drawer/cart-drawer.css?url';
import { hydrateCartPage } from '#islands/cart/refresh-cart-page.ts';
import hydrateOnInteraction from '#islands/hydration/client-interaction.ts';
import { nextFrame } from '#islands/hydration/frames.ts';
import { loadStyles } from '#islands/ui/load-styles.ts';
import { watchVisitor } from '#islands/visitor/show-visitor.ts';

type MountModule = typeof import('#islands/cart/drawer/mount-cart-drawer.tsx');

const PREFETCH_LIFETIME_MS = 5_000;
const MAX_WAIT_MS = 400;
let prefetch: { startedAtMs: number; response: Promise<CartDrawerResponse> } | undefined;
let mountModule: MountModule | undefined;

export function prefetchCart(): Promise<CartDrawerResponse> {
  void loadStyles(drawerStyles);
  if (!prefetch || performance.now() - prefetch.startedAtMs > PREFETCH_LIFETIME_MS)
    prefetch = { startedAtMs: performance.now(), response: fetchCartDrawer() };
  return prefetch.response;
}

/**
 * Shows the drawer's HTML from the server if it arrives within `MAX_WAIT_MS`. Otherwise, or if React's code and the
 * cart are already loaded, renders the drawer in the browser. After hydration, the drawer shows `$cart` (product.md,
 * "Cart"). If the code can't be loaded to render the drawer, opens the cart page.
 */
export async function openCart(trigger: HTMLElement): Promise<void> {
  trigger.focus({ preventScroll: true });
  watchVisitor();
  hydrateCartPage();
  const request = prefetchCart();
  await loadStyles(drawerStyles);
  const drawerResponse = mountModule && $cart.get() ? undefined : await Promise.race([request, delay(MAX_WAIT_MS)]);
  const drawer = createDrawerHost();
  const cart = $cart.get();
  if (drawerResponse?.html && cart) {
    drawer.show(drawerResponse.html);
    const load = async () => {
      // Running React's code immediately would delay the first frame of the drawer.
      await nextFrame();
      await nextFrame();
      const { hydrateCartDrawer } = await loadMountModule();
      return async () => drawer.mountReact(() => hydrateCartDrawer(drawer.host, cart, drawer.close));
    };
    hydrateOnInteraction(load, { name: 'interaction', value: 'now' }, drawer.host);
    return;
  }
  try {
    const { renderCartDrawer } = await loadMountModule();
    drawer.mountReact(() => renderCartDrawer(drawer.host, request, drawer.close));
  } catch {
    drawer.close();
    location.assign('/cart');
  }
}

async function loadMountModule(): Promise<MountModule> {
  mountModule ??= await import('#islands/cart/drawer/mount-cart-drawer.tsx');
  return mountModule;
}

function delay(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function createDrawerHost() {
  const host = document.createElement('div');
  const rootClasses = document.documentElement.classList;
  let root: Root | undefined;
  document.body.append(host);

  function close(): void {
    if (!host.isConnected) return;
    prefetch = undefined;
    // Closing the dialog restores the focus.
    host.querySelector('dialog')?.close();
    root?.unmount();
    host.remove();
    rootClasses.remove('overflow-hidden');
  }

  return {
    host,
    close,
    show(html: string): void {
      host.innerHTML = html;
      showDialog(host, close);
      rootClasses.add('overflow-hidden');
    },
    mountReact(mountRoot: () => Root): void {
      if (host.isConnected) root = mountRoot();
    },
  };
}

/** Opens the dialog. Even before hydration, its close button, a click outside the dialog, or Escape closes it. */
function showDialog(host: HTMLElement, close: () => void): void {
  const dialog = host.querySelector('dialog');
  host.addEventListener(
    'click',
    ({ target }) => {
      if (target === dialog || (target instanceof Element && target.closest('[aria-label=Close]'))) close();
    },
    { capture: true },
  );
  dialog?.addEventListener('close', close);
  dialog?.showModal();
}
