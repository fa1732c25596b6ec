import { type RefObject, useLayoutEffect, useRef } from 'react';
import { sellableQuantity } from '#lib/catalog/inventory/sellable-quantity.ts';
import type { CartLineJson } from '#lib/sales/cart/cart-json.ts';

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
  const [isLeast, isMost] = [quantity <= min, quantity >= max];
  useHandOver(less, isLeast, more);
  useHandOver(more, isMost, less);
  const stepTo = (target: number) => ({ value: sellableQuantity(target, line.range), onStep });
  return (
    <form method="post" action={`/public/cart/update/${line._id}`}>
      <StepButton ref={less} sign="−" label={`Less of ${name}`} isOff={isLeast} {...stepTo(quantity - step)} />
      <output>{line.product.sell_unit === 'metre' ? `${quantity} m` : quantity}</output>
      <StepButton ref={more} sign="+" label={`More of ${name}`} isOff={isMost} {...stepTo(quantity + step)} />
    </form>
  );
}

interface StepButtonProps {
  ref: RefObject<HTMLButtonElement | null>;
  sign: string;
  label: string;
  isOff: boolean;
  value: number;
  onStep: (quantity: number) => void;
}

function StepButton({ ref, sign, label, isOff, value, onStep }: StepButtonProps) {
  return (
    <button
      ref={ref}
      type="submit"
      name="quantity"
      value={value}
      className="cart-drawer-step"
      aria-label={label}
      disabled={isOff}
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

/** Moves the focus away from a button that gets disabled; otherwise Tab would start at the top of the page. */
function useHandOver(
  button: RefObject<HTMLButtonElement | null>,
  isOff: boolean,
  other: RefObject<HTMLButtonElement | null>,
): void {
  useLayoutEffect(() => {
    if (isOff && document.activeElement === button.current) other.current?.focus();
  }, [isOff, button, other]);
}
