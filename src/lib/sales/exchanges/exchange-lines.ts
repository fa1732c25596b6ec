export interface ReplacementOption {
  /** The id of the variant. */
  id: string;
  label: string;
  isOrderedVariant: boolean;
}

export interface ExchangeableLine {
  /** The position of the order line. */
  line: number;
  name: string;
  variant: string;
  sellUnit: 'piece' | 'metre';
  /** The quantity that can be exchanged, in pieces or centimetres. */
  remainingQuantity: number;
  options: ReplacementOption[];
  /** Whether some variants can't be chosen because they have another price. */
  hasOtherPrices: boolean;
}

/** The value that a form sends instead of a variant's id if the customer leaves the choice to the shop. */
export const LET_SHOP_CHOOSE = 'advise';
