import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { CartLineJson } from '#lib/cart/cart-json.ts';
import { sellableQuantity } from '#lib/inventory/sellable-quantity.ts';

interface Props {
  line: CartLineJson;
  name: string;
  quantity: number;
  onStep: (quantity: number) => void;
}

export function QuantitySteps({ line, name, quantity, onStep }: Props) {
  const less = useRef<HTMLButtonElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const { min, max, step } = line.range;
  useHandOver(less, quantity <= min, more);
  useHandOver(more, quantity >= max, less);

  function button(ref: RefObject<HTMLButtonElement | null>, sign: string, label: string, way: 1 | -1) {
    const next = sellableQuantity(quantity + way * step, line.range);
    return (
      <button
        ref={ref}
        type="submit"
        name="quantity"
        value={next}
        className="cart-drawer-step"
        aria-label={`${label} of ${name}`}
        disabled={way < 0 ? quantity <= min : quantity >= max}
        data-repeats
        onClick={(event) => {
          event.preventDefault();
          onStep(next);
        }}
      >
        {sign}
      </button>
    );
  }

  return (
    <form method="post" action={`/public/cart/update/${line._id}`}>
      {button(less, '−', 'Less', -1)}
      <output>{line.product.sell_unit === 'metre' ? `${quantity} m` : quantity}</output>
      {button(more, '+', 'More', 1)}
    </form>
  );
}

/** Moves the focus off a button that gets disabled; otherwise Tab would start at the top of the page. */
function useHandOver(
  button: RefObject<HTMLButtonElement | null>,
  isOff: boolean,
  other: RefObject<HTMLButtonElement | null>,
): void {
  useLayoutEffect(() => {
    if (isOff && document.activeElement === button.current) other.current?.focus();
  }, [isOff, button, other]);
}
