import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { CartLoading } from '#islands/cart/CartLoading.tsx';
import { $cart, addToCart, type CartResponse } from '#islands/cart/cart.client.ts';
import { CartDrawerLine } from '#islands/cart/drawer/CartDrawerLine.tsx';
import { CartDrawerTotals } from '#islands/cart/drawer/CartDrawerTotals.tsx';
import { Dialog } from '#islands/ui/Dialog.tsx';
import type { CartJson, RemovedLineJson } from '#lib/sales/cart/cart-json.ts';

/** The prefix that keeps React's ids in the drawer different from the ids of other islands on the page. */
export const CART_DRAWER_ID_PREFIX = 'cart-drawer';

interface Props {
  renderedCart?: CartJson | undefined;
  /** The request for the cart, if the drawer is not hydrated from the server's HTML. */
  request?: Promise<CartResponse> | undefined;
  onClose: () => void;
}

/** The cart drawer, usually hydrated from the server's HTML, whose forms work before hydration (product.md, "Cart"). */
export function CartDrawer({ renderedCart, request, onClose }: Props) {
  const cart = useStore($cart, { ssr: 'initial' }) ?? renderedCart;
  const [removedLine, setRemovedLine] = useState<RemovedLineJson>();
  const undoArea = useRef<HTMLDivElement>(null);

  function undo(line: RemovedLineJson): void {
    undoArea.current?.focus();
    setRemovedLine(undefined);
    void addToCart(line, line.name);
  }

  return (
    <Dialog heading="Cart Summary" className="cart-drawer" onClose={onClose}>
      <div>
        <div tabIndex={-1} ref={undoArea}>
          {removedLine && (
            <p key={removedLine.variant} className="cart-drawer-undo" role="status">
              {removedLine.name} was removed.
              <button type="button" className="text-link" ref={focus} onClick={() => undo(removedLine)}>
                Undo
              </button>
            </p>
          )}
        </div>
        {cart ? <CartContent cart={cart} onRemoved={setRemovedLine} /> : <CartLoading initialRequest={request} />}
      </div>
    </Dialog>
  );
}

function CartContent({ cart, onRemoved }: { cart: CartJson; onRemoved: (line: RemovedLineJson) => void }) {
  if (cart.count === 0) {
    return (
      <div className="cart-drawer-empty">
        <p>Your cart is empty</p>
        <a className="button" href="/products">
          Browse Products
        </a>
      </div>
    );
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
      <ul className="cart-drawer-list" aria-label="Items" tabIndex={0}>
        {cart.lines.map((line) => (
          <CartDrawerLine key={line._id} line={line} cart={cart} onRemoved={onRemoved} />
        ))}
      </ul>
      <CartDrawerTotals cart={cart} />
    </>
  );
}

function focus(button: HTMLElement | null): void {
  button?.focus();
}
