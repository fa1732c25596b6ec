import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { nearestSellableQuantity } from '#lib/catalog/inventory/nearest-sellable-quantity.ts';
import {
  parseNumber,
  type QuantityCheck,
  type QuantityRules,
  readQuantity,
} from '#lib/catalog/inventory/requested-quantity.ts';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> {
  ref: RefObject<HTMLInputElement | null>;
  rules: QuantityRules;
  text: string;
  /** The id of the `QuantityAdvice` that explains `check`. */
  adviceId: string;
  check: QuantityCheck | undefined;
  onChange: (text: string) => void;
}

/**
 * A field for a number of pieces or a length. Lengths are text: a field of the type `number` drops the comma in `1,25`.
 * While the quantity can't be sold, neither a button nor the Enter key submits the form.
 */
export function QuantityInput({ rules, text, adviceId, check, onChange, ref, ...rest }: Props) {
  useSubmitCheck(ref, text, rules);
  return (
    <input
      ref={ref}
      name="quantity"
      autoComplete="off"
      required
      value={text}
      aria-invalid={check?.kind === 'refused' || undefined}
      aria-describedby={check && check.kind !== 'exact' ? adviceId : undefined}
      onChange={(event) => onChange(event.target.value)}
      {...(rules.isMetre
        ? lengthProps(text, rules, onChange)
        : { type: 'number', inputMode: 'numeric', ...limits(rules) })}
      {...rest}
    />
  );
}

const limits = ({ min, max, step }: QuantityRules) => ({ min, max, step });

function lengthProps(text: string, rules: QuantityRules, onChange: (text: string) => void): ComponentProps<'input'> {
  const length = parseNumber(text);
  return {
    type: 'text',
    inputMode: 'decimal',
    role: 'spinbutton',
    'aria-valuemin': rules.min,
    'aria-valuemax': rules.max,
    'aria-valuenow': length ?? rules.min,
    'aria-valuetext': `${text} m`,
    onKeyDown(event) {
      const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!direction) return;
      event.preventDefault();
      onChange(stepQuantity(text, direction, rules));
    },
  };
}

/** Increases or decreases a quantity by one step, to the nearest quantity that can be sold. */
export function stepQuantity(text: string, direction: number, rules: QuantityRules): string {
  return String(nearestSellableQuantity((parseNumber(text) ?? rules.min) + direction * rules.step, rules));
}

/**
 * Prevents the form from being sent with a quantity that can't be sold. If a click ends the editing and so rounds the
 * quantity, the click does not send the form, because the shopper must first see the rounded quantity.
 */
function useSubmitCheck(field: RefObject<HTMLInputElement | null>, text: string, rules: QuantityRules): void {
  const pendingMessage = useRef('');
  const check = readQuantity(text, rules);
  const message = check.kind === 'exact' ? '' : check.message;

  useEffect(() => {
    field.current?.setCustomValidity(message || pendingMessage.current);
  });

  useEffect(() => {
    const input = field.current;
    const form = input?.form;
    if (!input || !form) return;
    const controller = new AbortController();
    const { signal } = controller;
    const blockSubmit = () => {
      pendingMessage.current = message;
      input.setCustomValidity(message);
    };
    // The message is shown once; the next click sends the form.
    const allowSubmit = () => {
      pendingMessage.current = '';
      setTimeout(() => input.setCustomValidity(message));
    };
    form.addEventListener('pointerdown', blockSubmit, { capture: true, signal });
    input.addEventListener('invalid', allowSubmit, { signal });
    return () => controller.abort();
  }, [field, message]);
}
