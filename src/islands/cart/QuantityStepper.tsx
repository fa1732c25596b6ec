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
  const stepProps = (target: number) => ({ value: nearestSellableQuantity(target, line.range), onStep });
  return (
    <form method="post" action={`/public/cart/update/${line._id}`}>
      <StepButton
        ref={lessButton}
        sign="−"
        label={`Decrease the quantity of ${name}`}
        isDisabled={isAtMin}
        {...stepProps(quantity - step)}
      />
      <output>{line.product.sell_unit === 'metre' ? `${quantity} m` : quantity}</output>
      <StepButton
        ref={moreButton}
        sign="+"
        label={`Increase the quantity of ${name}`}
        isDisabled={isAtMax}
        {...stepProps(quantity + step)}
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
  otherButton: RefObject<HTMLButtonElement | null>,
): void {
  useLayoutEffect(() => {
    if (isDisabled && document.activeElement === button.current) otherButton.current?.focus();
  }, [isDisabled, button, otherButton]);
}
