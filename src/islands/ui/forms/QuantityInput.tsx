import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import {
  parseNumber,
  type QuantityCheck,
  type QuantityRules,
  readQuantity,
} from '#lib/catalog/inventory/requested-quantity.ts';
import { sellableQuantity } from '#lib/catalog/inventory/sellable-quantity.ts';

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref'> {
  rules: QuantityRules;
  text: string;
  /** The id of a `QuantityAdvice`, and the result of the check. */
  adviceId: string;
  check: QuantityCheck | undefined;
  onType: (text: string) => void;
  ref?: RefObject<HTMLInputElement | null>;
}

/**
 * A number of pieces, or a length. Lengths are text: a field of the type `number` drops the comma of `1,25`. A form
 * can't be sent with a quantity that can't be sold, whatever submits it.
 */
export function QuantityInput({ rules, text, adviceId, check, onType, ref, ...rest }: Props) {
  const own = useRef<HTMLInputElement>(null);
  const field = ref ?? own;
  useRefusal(field, text, rules);
  return (
    <input
      ref={field}
      name="quantity"
      autoComplete="off"
      required
      value={text}
      aria-invalid={check?.kind === 'refused' || undefined}
      aria-describedby={check && check.kind !== 'exact' ? adviceId : undefined}
      onChange={(event) => onType(event.target.value)}
      {...(rules.isMetre
        ? lengthProps(text, rules, onType)
        : { type: 'number', inputMode: 'numeric', ...limits(rules) })}
      {...rest}
    />
  );
}

const limits = ({ min, max, step }: QuantityRules) => ({ min, max, step });

function lengthProps(text: string, rules: QuantityRules, onType: (text: string) => void): ComponentProps<'input'> {
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
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!way) return;
      event.preventDefault();
      onType(stepped(text, way, rules));
    },
  };
}

/** Increases or decreases by one step, to the nearest length that can be cut. */
export function stepped(text: string, way: number, rules: QuantityRules): string {
  return String(sellableQuantity((parseNumber(text) ?? rules.min) + way * rules.step, rules));
}

/** A press that ends the typing must not send a quantity that the shopper has not seen: the change is shown first. */
function useRefusal(field: RefObject<HTMLInputElement | null>, text: string, rules: QuantityRules): void {
  const heldMessage = useRef('');
  const check = readQuantity(text, rules);
  const message = check.kind === 'exact' ? '' : check.message;

  useEffect(() => {
    field.current?.setCustomValidity(message || heldMessage.current);
  });

  useEffect(() => {
    const input = field.current;
    const form = input?.form;
    if (!input || !form) return;
    const listening = new AbortController();
    const { signal } = listening;
    const hold = () => {
      heldMessage.current = message;
      input.setCustomValidity(message);
    };
    // Shown once; the next press sends it.
    const release = () => {
      heldMessage.current = '';
      setTimeout(() => input.setCustomValidity(message));
    };
    form.addEventListener('pointerdown', hold, { capture: true, signal });
    input.addEventListener('invalid', release, { signal });
    return () => listening.abort();
  }, [field, message]);
}
