import { useState } from 'react';
import {
  type QuantityCheck,
  type QuantityRules,
  readQuantity,
  roundToAllowed,
} from '#lib/catalog/inventory/requested-quantity.ts';

interface QuantityText {
  text: string;
  /** The input, if `text` has replaced it. */
  replacedText?: string;
  isTyping?: boolean;
}

/**
 * Holds the text of a quantity field. The text is checked again when the rules change, for example for another variant.
 */
export function useQuantity(initialText: string, rules: QuantityRules) {
  const [input, setInput] = useState<QuantityText>(() => roundToAllowed(initialText, rules));
  const { text, replacedText, isTyping } = input;
  const check: QuantityCheck | undefined = isTyping ? undefined : readQuantity(replacedText ?? text, rules);
  return {
    text,
    check,
    changeText: (newText: string) => setInput({ text: newText, isTyping: true }),
    /** Replaces the text with a quantity that can be sold. */
    choose: (quantity: number) => setInput({ text: String(quantity) }),
    /** Ends the typing, and rounds the text. */
    commit: () => isTyping && setInput(roundToAllowed(text, rules)),
  };
}
