/** What the form of an exchange shows of an order's lines. No I/O: the browser reads it, too. */

export interface ReplacementOption {
  /** Of the variant. */
  id: string;
  label: string;
  /** The same goods once more. */
  isSame: boolean;
}

export interface ExchangeableLine {
  /** Position in the order. */
  line: number;
  name: string;
  variant: string;
  sellUnit: 'piece' | 'metre';
  /** Pieces or centimetres that can be exchanged. */
  left: number;
  /** In stock, at the same price. */
  options: ReplacementOption[];
  /** Whether some of the product is in stock at another price, which an exchange can't bring. */
  hasOtherPrices: boolean;
}

/** What stands in place of a variant where the customer leaves the choice to the shop. */
export const ADVISE = 'advise';
