import { type SellUnit, stockText } from '#lib/primitives/metres.ts';

export interface LowStockItem {
  name: string;
  variant: string;
  sellUnit: SellUnit;
  quantity: number;
}

/** Returns a string such as "3 left" or "2.5 m left". */
export function remainingStockText({ sellUnit, quantity }: Pick<LowStockItem, 'sellUnit' | 'quantity'>): string {
  return `${stockText(sellUnit, quantity)} left`;
}
