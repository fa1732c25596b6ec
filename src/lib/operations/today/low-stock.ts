import { metresText } from '#lib/primitives/metres.ts';

export interface LowStockItem {
  name: string;
  variant: string;
  sellUnit: 'piece' | 'metre';
  quantity: number;
}

/** "3 left", "2.5 m left". */
export function leftText({ sellUnit, quantity }: Pick<LowStockItem, 'sellUnit' | 'quantity'>): string {
  return `${sellUnit === 'metre' ? metresText(quantity) : quantity} left`;
}
