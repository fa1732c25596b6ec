import { cartMoney } from '#islands/cart/cart.client.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';
import { PREPAID_DISCOUNT } from '#lib/sales/cart/payment-terms/payment-terms.ts';

export function CartDrawerTotals({ cart }: { cart: CartJson }) {
  const money = cartMoney(cart);
  const remaining = cart.free_delivery_in;
  return (
    <div>
      {cart.subtotal > 0 && (
        <p className="cart-drawer-nudge">
          {remaining > 0 ? `${money(remaining)} more and delivery is free.` : 'Delivery is free.'}
        </p>
      )}
      <dl className="cart-drawer-totals">
        <Row name="Subtotal" amount={money(cart.subtotal)} />
        {cart.discount > 0 && <Row name={`Discount ${cart.coupon?.code ?? ''}`} amount={`−${money(cart.discount)}`} />}
        <Row name="Delivery" amount={cart.delivery === 0 ? 'Free' : money(cart.delivery)} />
        <Row name="Total" amount={money(cart.total)} className="cart-drawer-total" />
        {cart.prepaid_discount > 0 && <Row name={PREPAID_DISCOUNT} amount={`−${money(cart.prepaid_discount)}`} />}
        {cart.cod_fee > 0 && <Row name="Fee for cash on delivery" amount={money(cart.cod_fee)} />}
      </dl>
      <div className="cart-drawer-actions">
        <a className="button-quiet" href="/cart">
          View cart
        </a>
        {cart.can_checkout && (
          <a className="button" href="/checkout">
            Checkout
          </a>
        )}
      </div>
    </div>
  );
}

function Row({ name, amount, className }: { name: string; amount: string; className?: string }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
