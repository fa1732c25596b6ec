import { cartMoney } from '#islands/cart/cart.client.ts';
import { element } from '#islands/ui/element.ts';
import type { CartJson } from '#lib/cart/cart-json.ts';

/** What the lines come to, and the ways on. */
export function cartDrawerTotals(): { place: HTMLElement; show(cart: CartJson): void } {
  const nudge = element('p', { class: 'cart-drawer-nudge' });
  const subtotal = row();
  const discount = row();
  const delivery = row();
  const codFee = row();
  const total = row('cart-drawer-total');
  const checkout = element('a', { class: 'button', href: '/checkout' }, 'Checkout');
  const viewCart = element('a', { class: 'button-quiet', href: '/cart' }, 'View cart');
  const place = element(
    'div',
    {},
    nudge,
    element(
      'dl',
      { class: 'cart-drawer-totals' },
      subtotal.place,
      discount.place,
      delivery.place,
      total.place,
      codFee.place,
    ),
    element('div', { class: 'cart-drawer-ways' }, viewCart, checkout),
  );
  return {
    place,
    show(cart) {
      const money = cartMoney(cart);
      const missing = cart.free_delivery_in;
      nudge.textContent = missing > 0 ? `${money(missing)} more and delivery is free.` : 'Delivery is free.';
      subtotal.say('Subtotal', money(cart.subtotal));
      discount.place.hidden = cart.discount === 0;
      discount.say(`Discount ${cart.coupon?.code ?? ''}`, `−${money(cart.discount)}`);
      delivery.say('Delivery', cart.delivery === 0 ? 'Free' : money(cart.delivery));
      total.say('Total', money(cart.total));
      codFee.place.hidden = cart.cod_fee === 0;
      codFee.say('More for cash on delivery', money(cart.cod_fee));
      checkout.hidden = !cart.can_checkout;
    },
  };
}

function row(className = ''): { place: HTMLElement; say(name: string, amount: string): void } {
  const term = element('dt');
  const amountPlace = element('dd');
  return {
    place: element('div', { class: className }, term, amountPlace),
    say(name, amount) {
      term.textContent = name;
      amountPlace.textContent = amount;
    },
  };
}
