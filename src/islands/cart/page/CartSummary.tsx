import type { ReactNode } from 'react';
import { cartMoneyFormatter } from '#islands/cart/cart.client.ts';
import { DeliveryPincode } from '#islands/cart/DeliveryPincode.tsx';
import type { FormResult } from '#islands/cart/form-result.ts';
import type { CartJson } from '#lib/sales/cart/cart-json.ts';
import { PREPAID_DISCOUNT } from '#lib/sales/cart/payment-terms/payment-terms.ts';

export function CartSummary({ cart, formResult }: { cart: CartJson; formResult: FormResult }) {
  return (
    <>
      <h2 className="text-lg">Cart Summary</h2>
      <Totals cart={cart} />
      {cart.arrival && (
        <p className="mt-3">
          <strong className="font-semibold">{cart.arrival.text}.</strong> {cart.arrival.advice}
        </p>
      )}
      <DeliveryPincode cart={cart} formResult={formResult} />
      {cart.can_checkout ? (
        <p className="mt-5">
          <a className="button w-full" href="/checkout">
            Checkout
          </a>
        </p>
      ) : (
        <p className="mt-5 border-l-2 border-madder pl-3 font-semibold text-madder" role="status">
          Please change or remove the marked items to check out.
        </p>
      )}
      <p className="mt-2 text-center">
        <a className="text-link inline-flex min-h-11 items-center" href="/products">
          Browse Products
        </a>
      </p>
    </>
  );
}

function Totals({ cart }: { cart: CartJson }) {
  const formatMoney = cartMoneyFormatter(cart);
  return (
    <dl className="mt-4 grid gap-2 tabular-nums [&>div]:flex [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4">
      <Row name="Subtotal">{formatMoney(cart.subtotal)}</Row>
      {cart.discount > 0 && (
        <Row name={`Discount${cart.coupon ? ` (${cart.coupon.code})` : ''}`} className="text-leaf">
          −{formatMoney(cart.discount)}
        </Row>
      )}
      <Row name={`Delivery${cart.pincode ? ` to ${cart.pincode}` : ''}`}>
        {cart.delivery === 0 ? 'Free' : formatMoney(cart.delivery)}
      </Row>
      <Row name="Total" className="border-t border-line pt-2 text-base font-semibold">
        {formatMoney(cart.total)}
      </Row>
      {cart.prepaid_discount > 0 && <Row name={PREPAID_DISCOUNT}>−{formatMoney(cart.prepaid_discount)}</Row>}
      {cart.tax > 0 && (
        <Row name="Includes GST" className="text-xs text-soft">
          {formatMoney(cart.tax)}
        </Row>
      )}
    </dl>
  );
}

function Row({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
