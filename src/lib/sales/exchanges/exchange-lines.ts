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
  /** An exchange can't bring goods of another price. */
  hasOtherPrices: boolean;
}

/** In place of a variant's id: the customer leaves the choice to the shop. */
export const ADVISE = 'advise';
