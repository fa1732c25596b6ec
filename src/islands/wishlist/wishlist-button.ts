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
  void toggleWishlist(product, name, messages).then((result) => {
    form.removeAttribute('aria-busy');
    if (!result) return;
    toast(result.message, result.isDone ? 'done' : 'failed');
    if (result.needsLogin) logInAndRetry(form, { product, name }, messages);
  });
}

/** The server adds the product during the login. If the cookie with the product was lost, the request is repeated. */
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
          const result = await toggleWishlist(product, name, messages);
          if (result) toast(result.message, result.isDone ? 'done' : 'failed');
        },
      }),
    () => form.submit(),
  );
}

/** Returns the name in the button's label on a card, or the heading of a product page. */
function productName(button: HTMLElement): string {
  const [, name] = /: (.*)/.exec(button.textContent) ?? [];
  return name?.trim() ?? document.querySelector('main h1')?.textContent.trim() ?? '';
}
