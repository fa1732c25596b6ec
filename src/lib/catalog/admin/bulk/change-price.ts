/** The ways to round a computed price, in the order in which the form lists them. */
export const ROUNDINGS = {
  rupee: 'To whole rupees',
  ten: 'To ₹10',
  nine: 'To end in 9',
  ninety_nine: 'To end in 99',
  none: 'To the paisa',
} as const;

export type Rounding = keyof typeof ROUNDINGS;

export interface PriceChange {
  direction: 'up' | 'down';
  /** The amount of the change, in percent or rupees. */
  amount: number;
  unit: 'percent' | 'rupees';
  rounding: Rounding;
}

const PAISE_PER_RUPEE = 100;

/**
 * Returns the new price in paise, which may be zero or negative. If rounding would move the price against the direction
 * of the change, the price stays the same.
 */
export function changedPaise(paise: number, { direction, amount, unit, rounding }: PriceChange): number {
  const difference = unit === 'percent' ? (paise * amount) / 100 : amount * PAISE_PER_RUPEE;
  return direction === 'up'
    ? Math.max(paise, roundedPaise(paise + difference, rounding))
    : Math.min(paise, roundedPaise(paise - difference, rounding));
}

/**
 * Returns the rounded amount in paise. Amounts below ₹99 are rounded to end in 9 instead of 99. Amounts below ₹10 for
 * `ten`, or below ₹9 for `nine` and `ninety_nine`, are rounded to whole rupees.
 */
export function roundedPaise(paise: number, rounding: Rounding): number {
  const rupees = paise / PAISE_PER_RUPEE;
  switch (rounding) {
    case 'none':
      return Math.round(paise);
    case 'rupee':
      return Math.round(rupees) * PAISE_PER_RUPEE;
    case 'ten':
      return rupees < 10 ? roundedPaise(paise, 'rupee') : Math.round(rupees / 10) * 10 * PAISE_PER_RUPEE;
    case 'nine':
      return rupees < 9 ? roundedPaise(paise, 'rupee') : nearestWithEnding(rupees, 9, 10) * PAISE_PER_RUPEE;
    case 'ninety_nine':
      return rupees < 99 ? roundedPaise(paise, 'nine') : nearestWithEnding(rupees, 99, 100) * PAISE_PER_RUPEE;
  }
}

/**
 * Returns the nearest amount with this ending: for example 1,099 for the amount 1,132, the ending 99 and the interval
 * 100.
 */
function nearestWithEnding(rupees: number, ending: number, interval: number): number {
  return Math.round((rupees - ending) / interval) * interval + ending;
}
