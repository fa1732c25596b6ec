import './cart-page.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { CartCoupon } from '#islands/cart/CartCoupon.tsx';
import { $cart } from '#islands/cart/cart.client.ts';
import { EmptyCart } from '#islands/cart/EmptyCart.tsx';
import { FreeDelivery } from '#islands/cart/FreeDelivery.tsx';
import { CartPageLine } from '#islands/cart/page/CartPageLine.tsx';
import { CartSummary } from '#islands/cart/page/CartSummary.tsx';
import type { PostedForm } from '#islands/cart/posted-form.ts';
import { UndoRemoval } from '#islands/cart/UndoRemoval.tsx';
import type { CartJson, RemovedLineJson } from '#lib/sales/cart/cart-json.ts';

interface Props {
  renderedCart: CartJson;
  initialRemoval?: RemovedLineJson | undefined;
  posted: PostedForm;
}

export function CartPage({ renderedCart, initialRemoval, posted }: Props) {
  const cart = useStore($cart, { ssr: 'initial' }) ?? renderedCart;
  const [removedLine, setRemovedLine] = useState(initialRemoval);
  return (
    <div className="page-width pt-6 md:pt-10">
      <h1 className="text-2xl">Cart{cart.count > 0 && <span className="text-soft"> ({cart.count})</span>}</h1>
      {removedLine && (
        <UndoRemoval
          key={removedLine.variant}
          removedLine={removedLine}
          initialRemoval={initialRemoval}
          onUndone={() => setRemovedLine(undefined)}
        />
      )}
      {generalWarnings(cart).map((warning) => (
        <p key={warning} role="status" className="mt-3 border-l-2 border-turmeric bg-cloth px-4 py-3">
          {warning}
        </p>
      ))}
      {cart.count === 0 ? <EmptyCart /> : <CartContents cart={cart} posted={posted} onRemoved={setRemovedLine} />}
    </div>
  );
}

interface CartContentsProps {
  cart: CartJson;
  posted: PostedForm;
  onRemoved: (line: RemovedLineJson) => void;
}

function CartContents({ cart, posted, onRemoved }: CartContentsProps) {
  return (
    <div className="mt-4 grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_352px]">
      <section aria-label="Items">
        {cart.subtotal > 0 && <FreeDelivery cart={cart} />}
        <ul>
          {cart.lines.map((line) => (
            <CartPageLine
              key={line._id}
              line={line}
              cart={cart}
              oldInput={posted.oldInput?.line === line._id ? posted.oldInput.quantity : undefined}
              onRemoved={onRemoved}
            />
          ))}
        </ul>
      </section>
      <aside aria-label="Cart Summary" className="self-start bg-cloth p-5 md:p-6 lg:sticky lg:top-20">
        <CartSummary cart={cart} posted={posted} />
        <CartCoupon coupon={cart.coupon} posted={posted} />
      </aside>
    </div>
  );
}

function generalWarnings({ warnings, coupon, lines }: CartJson): string[] {
  return warnings.filter(
    (warning) => warning !== coupon?.refusal && !lines.some((line) => line.warning && warning.endsWith(line.warning)),
  );
}
