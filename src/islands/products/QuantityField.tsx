import { type RefObject, useEffect, useRef } from 'react';
import { QuantityAdvice } from '#islands/ui/forms/QuantityAdvice.tsx';
import { QuantityInput, stepQuantity } from '#islands/ui/forms/QuantityInput.tsx';
import { useInputBeforeHydration } from '#islands/ui/forms/use-input-before-hydration.ts';
import type { useQuantity } from '#islands/ui/forms/use-quantity.ts';
import { parseNumber, type QuantityRules, readQuantity } from '#lib/catalog/inventory/requested-quantity.ts';
import type { BuyableVariant } from '#lib/catalog/products/buyable-product.ts';
import { effectivePaise } from '#lib/catalog/products/catalog.ts';
import { formatPaise } from '#lib/shop/money/money.ts';

interface Props {
  id: string;
  rules: QuantityRules;
  quantityState: ReturnType<typeof useQuantity>;
  variant: BuyableVariant;
  currencySymbol: string;
  /** Returns the URL of the chosen variant with another quantity. */
  hrefOf: (quantity: number) => string;
}

export function QuantityField({ id, rules, quantityState, variant, currencySymbol, hrefOf }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const { min, max, step, isMetre } = rules;
  const adviceId = `${id}-advice`;
  // Also checks input from before hydration, whose `blur` event has already fired.
  useEffect(() => {
    if (document.activeElement !== field.current) quantityState.commit();
  });
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {isMetre ? 'Length in metres' : 'Quantity'}
      </label>
      <div className="flex items-center gap-3">
        <Stepper {...{ id, adviceId, field, rules, quantityState }} />
        {isMetre && <PriceOfLength {...{ id, text: quantityState.text, rules, variant, currencySymbol }} />}
      </div>
      {isMetre && (
        <p className="mt-1.5 text-xs text-soft">{`Cut in one piece, in steps of ${step} m, from ${min} m to ${max} m.`}</p>
      )}
      <QuantityAdvice
        id={adviceId}
        check={quantityState.check}
        isMetre={isMetre}
        renderChoice={(newQuantity, label) => (
          <a
            key={newQuantity}
            className="button-quiet"
            href={hrefOf(newQuantity)}
            rel="nofollow"
            onClick={(event) => {
              event.preventDefault();
              quantityState.choose(newQuantity);
              field.current?.focus();
            }}
          >
            {label}
          </a>
        )}
      />
    </div>
  );
}

interface StepperProps extends Pick<Props, 'id' | 'rules' | 'quantityState'> {
  adviceId: string;
  field: RefObject<HTMLInputElement | null>;
}

function Stepper({ id, adviceId, field, rules, quantityState }: StepperProps) {
  const { text, check, changeText, choose, commit } = quantityState;
  useInputBeforeHydration(field, text, changeText);
  const currentQuantity = parseNumber(text) ?? rules.min;
  const step = (direction: number) => choose(Number(stepQuantity(text, direction, rules)));
  return (
    <div className="flex border border-[#94897a]">
      <StepButton
        sign="−"
        label={rules.isMetre ? 'Shorter' : 'One less'}
        isDisabled={currentQuantity <= rules.min}
        onStep={() => step(-1)}
      />
      <QuantityInput
        id={id}
        ref={field}
        className="quantity-input h-11 w-16 bg-white text-center tabular-nums"
        adviceId={adviceId}
        rules={rules}
        text={text}
        check={check}
        onChange={changeText}
        onBlur={commit}
      />
      <StepButton
        sign="+"
        label={rules.isMetre ? 'Longer' : 'One more'}
        isDisabled={currentQuantity >= rules.max}
        onStep={() => step(1)}
      />
    </div>
  );
}

interface PriceProps extends Pick<Props, 'id' | 'rules' | 'variant' | 'currencySymbol'> {
  text: string;
}

/** Shows the price of the length that would be cut, unless the length is refused. */
function PriceOfLength({ id, text, rules, variant, currencySymbol }: PriceProps) {
  const check = readQuantity(text, rules);
  const length = check.kind === 'refused' ? undefined : check.quantity;
  return (
    <p className="tabular-nums text-soft">
      <output htmlFor={id}>
        {length !== undefined && `${currencySymbol}${formatPaise(Math.round(effectivePaise(variant) * length))}`}
      </output>
      {length !== undefined && ` for ${length} m`}
    </p>
  );
}

interface StepButtonProps {
  sign: string;
  label: string;
  isDisabled: boolean;
  onStep: () => void;
}

function StepButton({ sign, label, isDisabled, onStep }: StepButtonProps) {
  return (
    <button
      type="button"
      className="quantity-step size-11 text-lg hover:bg-cloth disabled:text-line"
      aria-label={label}
      disabled={isDisabled}
      onClick={onStep}
    >
      {sign}
    </button>
  );
}
