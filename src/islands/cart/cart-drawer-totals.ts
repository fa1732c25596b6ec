import { element } from '#islands/ui/element.ts';
import { cartMoney } from '#lib/cart/cart.client.ts';
import type { CartJson } from '#lib/cart/cart-json.ts';

/** What the lines come to, and the ways on. */
export function cartDrawerTotals(): { place: HTMLElement; show(cart: CartJson): void } {
  const nudge = element('p', { class: 'cart-drawer-nudge' });
  const discount = row();
  const delivery = row();
  const total = row();
  const checkout = element('a', { class: 'button', href: '/checkout' }, 'Checkout');
  const viewCart = element('a', { class: 'button-quiet', href: '/cart' }, 'View cart');
  const place = element(
    'div',
    {},
    nudge,
    element('dl', { class: 'cart-drawer-totals' }, discount.place, delivery.place, total.place),
    element('div', { class: 'cart-drawer-ways' }, viewCart, checkout),
  );
  return {
    place,
    show(cart) {
      const money = cartMoney(cart);
      const missing = cart.free_delivery_in;
      nudge.textContent = missing > 0 ? `${money(missing)} more and delivery is free.` : 'Delivery is free.';
      discount.place.hidden = cart.discount === 0;
      discount.say(`Discount ${cart.coupon?.code ?? ''}`, `−${money(cart.discount)}`);
      delivery.say('Delivery', cart.delivery === 0 ? 'Free' : money(cart.delivery));
      total.say('Total', money(cart.total));
      checkout.hidden = !cart.can_checkout;
    },
  };
}

function row(): { place: HTMLElement; say(name: string, amount: string): void } {
  const term = element('dt');
  const amountPlace = element('dd');
  return {
    place: element('div', {}, term, amountPlace),
    say(name, amount) {
      term.textContent = name;
      amountPlace.textContent = amount;
    },
  };
}
