export interface ReplacementOption {
  id: string;
  label: string;
  isSame: boolean;
}

export interface ExchangeableLine {
  line: number;
  name: string;
  variant: string;
  sellUnit: 'piece' | 'metre';
  left: number;
  options: ReplacementOption[];
  /** Whether some variants can't be chosen because they have another price. */
  hasOtherPrices: boolean;
}

/** Sent instead of a variant's id if the customer leaves the choice to the shop. */
export const LET_SHOP_CHOOSE = 'advise';
