import { cartMoneyFormatter } from '#islands/cart/cart.client.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';
import { PREPAID_DISCOUNT } from '#lib/sales/cart/payment-terms/payment-terms.ts';

export function CartDrawerTotals({ cart }: { cart: CartJson }) {
  const formatMoney = cartMoneyFormatter(cart);
  const remaining = cart.free_delivery_in;
  return (
    <div>
      {cart.subtotal > 0 && (
        <p className="cart-drawer-nudge">
          {remaining > 0 ? `${formatMoney(remaining)} more and delivery is free.` : 'Delivery is free.'}
        </p>
      )}
      <dl className="cart-drawer-totals">
        <Row name="Subtotal" amount={formatMoney(cart.subtotal)} />
        {cart.discount > 0 && (
          <Row name={`Discount ${cart.coupon?.code ?? ''}`} amount={`−${formatMoney(cart.discount)}`} />
        )}
        <Row name="Delivery" amount={cart.delivery === 0 ? 'Free' : formatMoney(cart.delivery)} />
        <Row name="Total" amount={formatMoney(cart.total)} className="cart-drawer-total" />
        {cart.prepaid_discount > 0 && <Row name={PREPAID_DISCOUNT} amount={`−${formatMoney(cart.prepaid_discount)}`} />}
        {cart.cod_fee > 0 && <Row name="Fee for cash on delivery" amount={formatMoney(cart.cod_fee)} />}
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
