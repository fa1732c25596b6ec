import { onCartChangedElsewhere } from '#islands/cart/cart-channel.client.ts';

/** The cart may have been changed in another tab, even one without this script. */
const refresh = () => void import('#islands/cart/refresh-cart-page.ts').then((module) => module.refreshCartPage());

onCartChangedElsewhere(refresh);
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refresh());
addEventListener('pageshow', ({ persisted }) => persisted && refresh());
