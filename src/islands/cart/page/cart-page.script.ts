import { onCartChangedElsewhere } from '#islands/cart/cart-channel.client.ts';
import { currentCustomer } from '#islands/offline/current-customer.ts';
import { leftRequests } from '#islands/offline/left-requests.ts';
import { $sent } from '#islands/offline/queue-results.client.ts';
import { $visitor } from '#islands/visitor/visitor.client.ts';

/** The cart may have been changed by what waited for the network, or in another tab, even one without this script. */
const refresh = () => void import('#islands/cart/refresh-cart-page.ts').then((module) => module.refreshCartPage());

const page = document.querySelector<HTMLElement>('[data-cart-page]');
const note = document.querySelector('[data-cart-note]');
if (leftRequests().some(({ action, customer }) => action.kind === 'add' && customer === currentCustomer())) {
  note?.append('What you added last is still on its way to the shop.');
  // Already now, because the code that opens it is still loading; without a network, it can't be opened either.
  import('#islands/offline/queue.ts').catch(() => {});
}

/** Loading an empty page again is faster than loading the code that would fill it. */
function fill(): void {
  if (page?.querySelector('[ssr] .cart-empty')) {
    location.reload();
    return;
  }
  note?.replaceChildren();
  refresh();
}

onCartChangedElsewhere(refresh);
$sent.listen((sent) => {
  if (sent?.cart) fill();
  else note?.replaceChildren();
});
// An addition that the shop did after it had rendered this page.
const stop = $visitor.listen(({ cart_count }) => {
  if (cart_count <= Number(page?.dataset.cartPage)) return;
  stop();
  fill();
});
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh());
addEventListener('pageshow', ({ persisted }) => persisted && refresh());

/** Without the code of the page, which the network did not deliver: the change waits, as it does with it. */
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  const form = event.target;
  if (!/^\/public\/cart\/(update|delete)\//.test(new URL(form.action).pathname)) return;
  event.preventDefault();
  import('#islands/cart/send-plain-form.ts').then(
    ({ sendPlainForm }) => sendPlainForm(form, event.submitter),
    // Its code is not there either.
    () => form.submit(),
  );
});
