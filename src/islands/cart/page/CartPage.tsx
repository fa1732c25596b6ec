import './cart-page.css';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { CartCoupon } from '#islands/cart/CartCoupon.tsx';
import { $cart } from '#islands/cart/cart.client.ts';
import { EmptyCart } from '#islands/cart/EmptyCart.tsx';
import { FreeDelivery } from '#islands/cart/FreeDelivery.tsx';
import type { FormResult } from '#islands/cart/form-result.ts';
import { CartPageLine } from '#islands/cart/page/CartPageLine.tsx';
import { CartSummary } from '#islands/cart/page/CartSummary.tsx';
import { UndoRemoval } from '#islands/cart/UndoRemoval.tsx';
import type { CartJson, RemovedLineJson } from '#lib/sales/cart/cart-json.ts';

interface Props {
  renderedCart: CartJson;
  initialRemoval?: RemovedLineJson | undefined;
  formResult: FormResult;
}

export function CartPage({ renderedCart, initialRemoval, formResult }: Props) {
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
      {cart.count === 0 ? (
        <EmptyCart />
      ) : (
        <CartContents cart={cart} formResult={formResult} onRemoved={setRemovedLine} />
      )}
    </div>
  );
}

interface CartContentsProps {
  cart: CartJson;
  formResult: FormResult;
  onRemoved: (line: RemovedLineJson) => void;
}

function CartContents({ cart, formResult, onRemoved }: CartContentsProps) {
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
              oldInput={formResult.oldInput?.line === line._id ? formResult.oldInput.quantity : undefined}
              onRemoved={onRemoved}
            />
          ))}
        </ul>
      </section>
      <aside aria-label="Cart Summary" className="self-start bg-cloth p-5 md:p-6 lg:sticky lg:top-20">
        <CartSummary cart={cart} formResult={formResult} />
        <CartCoupon coupon={cart.coupon} formResult={formResult} />
      </aside>
    </div>
  );
}

function generalWarnings({ warnings, coupon, lines }: CartJson): string[] {
  return warnings.filter(
    (warning) => warning !== coupon?.refusal && !lines.some((line) => line.warning && warning.endsWith(line.warning)),
  );
}
