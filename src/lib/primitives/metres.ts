export type SellUnit = 'piece' | 'metre';

export const CM_PER_METRE = 100;

export function toCm(metres: number): number {
  return Math.round(metres * CM_PER_METRE);
}

export function toMetres(cm: number): number {
  return cm / CM_PER_METRE;
}

export function metresText(cm: number): string {
  return `${toMetres(cm)} m`;
}

/** Returns "12" for pieces, or "4.5 m" for 450 centimetres. */
export function stockText(sellUnit: SellUnit, stock: number): string {
  return sellUnit === 'metre' ? metresText(stock) : String(stock);
}

/** Returns "12 ×" for pieces, or "4.5 m" for 450 centimetres. */
export function amountText(sellUnit: SellUnit, quantity: number): string {
  return sellUnit === 'metre' ? metresText(quantity) : `${quantity} ×`;
}

/** Returns "bolt 1" for position 0. */
export function boltName(position: number): string {
  return `bolt ${position + 1}`;
}
