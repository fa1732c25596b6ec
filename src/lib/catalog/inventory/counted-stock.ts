import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { toCm } from '#lib/primitives/metres.ts';

interface CountedStock {
  /** The number of pieces, or the total length of all bolts in centimetres. */
  quantity: number;
  boltsCm: number[];
}

/**
 * Returns the stock after a count. `amounts` contains the number of pieces, or the length of each bolt in metres. For a
 * product that is sold by the piece, throws a ShopError `invalid` if `amounts` is not a single whole number.
 */
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
