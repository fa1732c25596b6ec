import { type RefObject, useLayoutEffect, useRef } from 'react';
import { nearestSellableQuantity } from '#lib/catalog/inventory/nearest-sellable-quantity.ts';
import type { CartLineJson } from '#lib/sales/cart/cart-json.ts';

interface Props {
  line: CartLineJson;
  name: string;
  quantity: number;
  onStep: (quantity: number) => void;
}

export function QuantityStepper({ line, name, quantity, onStep }: Props) {
  const lessButton = useRef<HTMLButtonElement>(null);
  const moreButton = useRef<HTMLButtonElement>(null);
  const { min, max, step } = line.range;
  const [isAtMin, isAtMax] = [quantity <= min, quantity >= max];
  useFocusFallback(lessButton, isAtMin, moreButton);
  useFocusFallback(moreButton, isAtMax, lessButton);
  const stepTo = (target: number) => ({ value: nearestSellableQuantity(target, line.range), onStep });
  return (
    <form method="post" action={`/public/cart/update/${line._id}`}>
      <StepButton
        ref={lessButton}
        sign="−"
        label={`Less of ${name}`}
        isDisabled={isAtMin}
        {...stepTo(quantity - step)}
      />
      <output>{line.product.sell_unit === 'metre' ? `${quantity} m` : quantity}</output>
      <StepButton
        ref={moreButton}
        sign="+"
        label={`More of ${name}`}
        isDisabled={isAtMax}
        {...stepTo(quantity + step)}
      />
    </form>
  );
}

interface StepButtonProps {
  ref: RefObject<HTMLButtonElement | null>;
  sign: string;
  label: string;
  isDisabled: boolean;
  value: number;
  onStep: (quantity: number) => void;
}

function StepButton({ ref, sign, label, isDisabled, value, onStep }: StepButtonProps) {
  return (
    <button
      ref={ref}
      type="submit"
      name="quantity"
      value={value}
      className="cart-drawer-step"
      aria-label={label}
      disabled={isDisabled}
      data-repeats
      onClick={(event) => {
        event.preventDefault();
        onStep(value);
      }}
    >
      {sign}
    </button>
  );
}

/** Moves the focus from a disabled button to the other button; otherwise, Tab would start at the top of the page. */
function useFocusFallback(
  button: RefObject<HTMLButtonElement | null>,
  isDisabled: boolean,
  other: RefObject<HTMLButtonElement | null>,
): void {
  useLayoutEffect(() => {
    if (isDisabled && document.activeElement === button.current) other.current?.focus();
  }, [isDisabled, button, other]);
}
