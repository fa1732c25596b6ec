import { type SellUnit, stockText } from '#lib/primitives/metres.ts';

/** Returns a string such as "3 left" or "2.5 m left". */
export function remainingStockText({ sellUnit, quantity }: { sellUnit: SellUnit; quantity: number }): string {
  return `${stockText(sellUnit, quantity)} left`;
}
