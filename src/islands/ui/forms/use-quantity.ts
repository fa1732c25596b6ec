import { useState } from 'react';
import {
  type QuantityCheck,
  type QuantityRules,
  readQuantity,
  settle,
} from '#lib/catalog/inventory/requested-quantity.ts';

interface Typed {
  text: string;
  /** The input, if `text` has replaced it. */
  replaced?: string;
  isTyping?: boolean;
}

/** The text of a quantity field. It is checked again when the stock or the longest bolt changes. */
export function useQuantity(initial: string, rules: QuantityRules) {
  const [typed, setTyped] = useState<Typed>(() => settle(initial, rules));
  const { text, replaced, isTyping } = typed;
  const check: QuantityCheck | undefined = isTyping ? undefined : readQuantity(replaced ?? text, rules);
  return {
    text,
    check,
    type: (next: string) => setTyped({ text: next, isTyping: true }),
    /** Receives a quantity that can be sold. */
    choose: (quantity: number) => setTyped({ text: String(quantity) }),
    settle: () => isTyping && setTyped(settle(text, rules)),
  };
}
