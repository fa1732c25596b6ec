import { onCartChangedElsewhere } from '#islands/cart/cart-channel.client.ts';
import { currentCustomer } from '#islands/offline/current-customer.ts';
import { pendingRequests } from '#islands/offline/pending-requests.ts';
import { $queueResult } from '#islands/offline/queue-results.client.ts';
import { $visitor } from '#islands/visitor/visitor.client.ts';

/** Reloads the cart, which other pages, tabs and queued actions may have changed. */
const refresh = () => void import('#islands/cart/refresh-cart-page.ts').then((module) => module.refreshCartPage());

const page = document.querySelector<HTMLElement>('[data-cart-page]');
const note = document.querySelector('[data-cart-note]');
if (pendingRequests().some(({ action, customer }) => action.kind === 'add' && customer === currentCustomer())) {
  note?.append('The last item you added is still being sent to the shop.');
  // Loads the queue's code in parallel with the code that opens the queue. Without a network, neither can be loaded.
  import('#islands/offline/queue.ts').catch(() => {});
}

/** Shows the added lines. Reloads an empty cart page, because loading the code that shows lines would take longer. */
function showAddedLines(): void {
  if (page?.querySelector('[ssr] .cart-empty')) {
    location.reload();
    return;
  }
  note?.replaceChildren();
  refresh();
}

onCartChangedElsewhere(refresh);
$queueResult.listen((result) => {
  if (result?.cart) showAddedLines();
  else note?.replaceChildren();
});
// Shows a line that was added after the server rendered this page.
const unsubscribe = $visitor.listen(({ cart_count }) => {
  if (cart_count <= Number(page?.dataset.cartPage)) return;
  unsubscribe();
  showAddedLines();
});
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh());
addEventListener('pageshow', ({ persisted }) => persisted && refresh());

// Handles the lines' forms if the island's code could not be loaded, so that changes to the lines are queued, too.
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  const form = event.target;
  if (!/^\/public\/cart\/(update|delete)\//.test(new URL(form.action).pathname)) return;
  event.preventDefault();
  import('#islands/cart/send-plain-form.ts').then(
    ({ sendPlainForm }) => sendPlainForm(form, event.submitter),
    // This code can't be loaded either.
    () => form.submit(),
  );
});
