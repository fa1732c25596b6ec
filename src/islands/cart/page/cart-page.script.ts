import { onCartChangedElsewhere } from '#islands/cart/cart-channel.client.ts';
import { $sent } from '#islands/offline/queue-results.client.ts';

/** The cart may have been changed by what waited for the network, or in another tab, even one without this script. */
const refresh = () => void import('#islands/cart/refresh-cart-page.ts').then((module) => module.refreshCartPage());

onCartChangedElsewhere(refresh);
$sent.listen((sent) => sent?.cart && refresh());
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
