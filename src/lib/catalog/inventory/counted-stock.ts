import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { toCm } from '#lib/primitives/metres.ts';

interface CountedStock {
  /** Pieces, or centimetres of all bolts. */
  quantity: number;
  boltsCm: number[];
}

/** Returns the stock after a count: `amounts` is a number of pieces, or the metres of each bolt. Throws `invalid`. */
export function countedStock(sellUnit: 'piece' | 'metre', amounts: readonly number[]): CountedStock {
  if (sellUnit === 'metre') {
    const boltsCm = amounts.map(toCm);
    return { quantity: boltsCm.reduce((sum, cm) => sum + cm, 0), boltsCm };
  }
  const [pieces = Number.NaN, ...otherAmounts] = amounts;
  if (otherAmounts.length > 0 || !Number.isInteger(pieces)) {
    throw new ShopError('invalid', 'Enter a whole number of pieces.');
  }
  return { quantity: pieces, boltsCm: [] };
}
