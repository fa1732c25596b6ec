import { toast } from '#islands/ui/toast.ts';
import { watchVisitor } from '#islands/visitor/show-visitor.ts';
import { $visitor, refreshVisitor } from '#islands/visitor/visitor.client.ts';
import { toggleWishlist } from '#islands/wishlist/wishlist.client.ts';
import { ICON_MESSAGES, WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';

export function handleWishlistToggle(button: HTMLElement): void {
  const form = button.closest<HTMLFormElement>('form[data-wishlist]');
  const product = form?.dataset.wishlist;
  if (!form || !product || form.hasAttribute('aria-busy')) return;
  watchVisitor();
  const messages = button.title ? WISHLIST_MESSAGES : ICON_MESSAGES;
  form.setAttribute('aria-busy', 'true');
  const name = productName(button);
  void toggleWishlist(product, name, messages).then((toggled) => {
    form.removeAttribute('aria-busy');
    if (!toggled) return;
    toast(toggled.message, toggled.isDone ? 'done' : 'failed');
    if (toggled.needsLogin) logInAndRetry(form, { product, name }, messages);
  });
}

/** The server adds the product at the login; if the cookie for that was lost, the request is repeated. */
function logInAndRetry(
  form: HTMLFormElement,
  { product, name }: { product: string; name: string },
  messages: typeof WISHLIST_MESSAGES,
): void {
  import('#islands/auth/open-login.tsx').then(
    ({ openLogin }) =>
      openLogin({
        onDone: async () => {
          await refreshVisitor();
          if ($visitor.get().wishlist.some((entry) => entry.product === product)) return toast(messages.added);
          const toggled = await toggleWishlist(product, name, messages);
          if (toggled) toast(toggled.message, toggled.isDone ? 'done' : 'failed');
        },
      }),
    () => form.submit(),
  );
}

/** The name in the button's label on a card; otherwise the heading of the page. */
function productName(button: HTMLElement): string {
  const [, name] = /: (.*)/.exec(button.textContent) ?? [];
  return name?.trim() ?? document.querySelector('main h1')?.textContent.trim() ?? '';
}
