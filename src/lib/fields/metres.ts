export type SellUnit = 'piece' | 'metre';

/** Cloth is counted in centimetres and sold by the metre. */
export const CM_IN_A_METRE = 100;

export function toCm(metres: number): number {
  return Math.round(metres * CM_IN_A_METRE);
}

export function toMetres(cm: number): number {
  return cm / CM_IN_A_METRE;
}

/** `2.25 m`, of centimetres. */
export function metresText(cm: number): string {
  return `${toMetres(cm)} m`;
}

/** `2 ×` of pieces, `1.5 m` of cloth, whose quantity is in centimetres. */
export function amountText(sellUnit: SellUnit, quantity: number): string {
  return sellUnit === 'metre' ? metresText(quantity) : `${quantity} ×`;
}
