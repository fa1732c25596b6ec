import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CartDrawerLine } from '#islands/cart/CartDrawerLine.tsx';
import { useCurrencySymbol } from '#islands/catalog/use-currency-symbol.ts';
import { Dialog } from '#islands/ui/Dialog.tsx';
import { $cart, addToCart, fetchCart, removeLine } from '#lib/cart/cart.client.ts';
import type { CartJson, RemovedJson } from '#lib/cart/cart-json.ts';
import { formatPaise } from '#lib/money/money.ts';

const PAISE = 100;
const NO_ANSWER_MS = 8_000;

/** The cart dropdown: Cart Summary, its lines in a list of 300 px at most, and the ways on (specification, section 2). */
export function CartDrawer({ onClose }: { onClose: () => void }) {
  const answered = useSyncExternalStore((changed) => $cart.listen(changed), $cart.get);
  const symbol = useCurrencySymbol();
  const [removed, setRemoved] = useState<RemovedJson>();
  const top = useRef<HTMLDivElement>(null);
  const isLate = useIsLate(answered === undefined || symbol === '');
  // Prices without their symbol are for those who have waited long enough.
  const cart = symbol !== '' || isLate || answered?.count === 0 ? answered : undefined;
  const money = (rupees: number) => symbol + formatPaise(Math.round(rupees * PAISE));

  async function remove(lineId: string): Promise<void> {
    const { status } = await removeLine(lineId);
    if (status === 'success') setRemoved($cart.get()?.removed);
  }

  return (
    <Dialog heading="Cart Summary" onClose={onClose} className="cart-drawer">
      <div ref={top} tabIndex={-1} />
      {removed && (
        <p key={removed.variant} className="cart-drawer-undo" role="status">
          {`${removed.name} was taken out.`}
          <button
            type="button"
            className="text-link"
            // biome-ignore lint/a11y/noAutofocus: the button that was pressed is gone with its line.
            autoFocus
            onClick={() => {
              top.current?.focus();
              setRemoved(undefined);
              void addToCart(removed);
            }}
          >
            Undo
          </button>
        </p>
      )}
      {!cart && (
        <p role="status" className="cart-drawer-wait" aria-busy={!isLate}>
          {isLate ? 'The cart could not be fetched.' : 'One moment'}
          {isLate && (
            <button type="button" className="button-quiet" onClick={() => void fetchCart()}>
              Retry
            </button>
          )}
        </p>
      )}
      {cart?.count === 0 && (
        <div className="cart-drawer-empty">
          <p>Your cart is empty</p>
          <a className="button" href="/products">
            Browse Products
          </a>
        </div>
      )}
      {cart && cart.count > 0 && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it. */}
          <ul className="cart-drawer-list" aria-label="Lines" tabIndex={0}>
            {cart.lines.map((line) => (
              <CartDrawerLine key={line._id} line={line} money={money} onRemove={() => remove(line._id)} />
            ))}
          </ul>
          <Totals cart={cart} money={money} />
        </>
      )}
    </Dialog>
  );
}

function Totals({ cart, money }: { cart: CartJson; money: (rupees: number) => string }) {
  return (
    <>
      <p className="cart-drawer-nudge">
        {cart.free_delivery_in > 0 ? `${money(cart.free_delivery_in)} more and delivery is free.` : 'Delivery is free.'}
      </p>
      <dl className="cart-drawer-totals">
        {cart.discount > 0 && <Row name={`Discount ${cart.coupon?.code ?? ''}`} amount={`−${money(cart.discount)}`} />}
        <Row name="Delivery" amount={cart.delivery === 0 ? 'Free' : money(cart.delivery)} />
        <Row name="Total" amount={money(cart.total)} />
      </dl>
      <div className="cart-drawer-ways">
        <a className="button-quiet" href="/cart">
          View cart
        </a>
        {cart.can_checkout && (
          <a className="button" href="/checkout">
            Checkout
          </a>
        )}
      </div>
    </>
  );
}

function Row({ name, amount }: { name: string; amount: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </div>
  );
}

function useIsLate(isWaiting: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setIsLate(true), NO_ANSWER_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isLate && isWaiting;
}
