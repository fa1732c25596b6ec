import { useState } from 'react';
import {
  type QuantityAnswer,
  type QuantityRules,
  readQuantity,
  settle,
} from '#lib/catalog/inventory/asked-quantity.ts';

interface Typed {
  text: string;
  /** What was typed, when `text` stands in its place. */
  replaced?: string;
  isTyping?: boolean;
}

/** The text of a quantity field. A new length of the longest bolt or a new stock is compared with it at once. */
export function useQuantity(initial: string, rules: QuantityRules) {
  const [typed, setTyped] = useState<Typed>(() => settle(initial, rules));
  const { text, replaced, isTyping } = typed;
  const answer: QuantityAnswer | undefined = isTyping ? undefined : readQuantity(replaced ?? text, rules);
  return {
    text,
    answer,
    type: (next: string) => setTyped({ text: next, isTyping: true }),
    /** Takes a quantity that can be sold. */
    choose: (quantity: number) => setTyped({ text: String(quantity) }),
    settle: () => isTyping && setTyped(settle(text, rules)),
  };
}
