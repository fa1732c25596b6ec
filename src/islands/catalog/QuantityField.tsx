import { type ComponentProps, useRef } from 'react';
import { useEnteredBefore } from '#islands/ui/use-entered-before.ts';
import { effectivePaise } from '#lib/catalog/catalog.ts';
import type { ShownVariant } from '#lib/catalog/choose-variant.ts';
import { sellableQuantity } from '#lib/inventory/sellable-quantity.ts';
import { formatPaise } from '#lib/money/money.ts';

interface Props {
  id: string;
  range: { min: number; max: number; step: number };
  isMetre: boolean;
  text: string;
  amount: number;
  variant: ShownVariant;
  symbol: string;
  onChange: (text: string) => void;
}

export function QuantityField({ id, range, isMetre, text, amount, variant, symbol, onChange }: Props) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {isMetre ? 'Length in metres' : 'Quantity'}
      </label>
      <div className="flex items-center gap-3">
        <Stepper {...{ id, range, isMetre, text, amount, onChange }} />
        {isMetre && <PriceOfLength {...{ id, amount, variant, symbol }} />}
      </div>
      {isMetre && (
        <p className="mt-1.5 text-xs text-soft">{`Cut in one piece, in steps of ${range.step} m, from ${range.min} m to ${range.max} m.`}</p>
      )}
    </div>
  );
}

function Stepper({ id, range, isMetre, text, amount, onChange }: Omit<Props, 'variant' | 'symbol'>) {
  const field = useRef<HTMLInputElement>(null);
  useEnteredBefore(field, text, onChange);
  const set = (next: number) => onChange(String(sellableQuantity(next, range)));
  return (
    <div className="flex border border-[#94897a]">
      <Step
        sign="−"
        label={isMetre ? 'Shorter' : 'One less'}
        isOff={amount <= range.min}
        onStep={() => set(amount - range.step)}
      />
      <QuantityInput
        ref={field}
        id={id}
        {...range}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => set(amount)}
      />
      <Step
        sign="+"
        label={isMetre ? 'Longer' : 'One more'}
        isOff={amount >= range.max}
        onStep={() => set(amount + range.step)}
      />
    </div>
  );
}

function QuantityInput(props: ComponentProps<'input'>) {
  return (
    <input
      name="quantity"
      type="number"
      inputMode="decimal"
      autoComplete="off"
      className="quantity-input h-11 w-16 bg-white text-center tabular-nums"
      {...props}
    />
  );
}

function PriceOfLength({ id, amount, variant, symbol }: Pick<Props, 'id' | 'amount' | 'variant' | 'symbol'>) {
  return (
    <p className="tabular-nums text-soft">
      <output htmlFor={id}>{`${symbol}${formatPaise(Math.round(effectivePaise(variant) * amount))}`}</output>
      {` for ${amount} m`}
    </p>
  );
}

function Step({ sign, label, isOff, onStep }: { sign: string; label: string; isOff: boolean; onStep: () => void }) {
  return (
    <button
      type="button"
      className="quantity-step size-11 text-lg hover:bg-cloth disabled:text-line"
      aria-label={label}
      disabled={isOff}
      onClick={onStep}
    >
      {sign}
    </button>
  );
}
