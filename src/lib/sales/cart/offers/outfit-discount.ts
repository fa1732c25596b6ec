import type { Outfit } from '#lib/sales/cart/offers/outfits.schema.ts';

interface OutfitLine {
  slug: string;
  sellUnit: 'piece' | 'metre';
  /** The price of one piece or metre, in paise. */
  pricePaise: number;
  quantity: number;
}

/**
 * Returns the discount on each line, in paise: for each complete outfit in the lines, `percentOff` on each piece.
 * Outfits are matched in the order of `outfits`, with the most expensive pieces of each part first, so the total does
 * not depend on the order of the lines. A piece belongs to at most one outfit.
 */
export function outfitDiscounts(
  lines: readonly OutfitLine[],
  outfits: readonly Pick<Outfit, 'parts' | 'percentOff'>[],
): number[] {
  const discounts = lines.map(() => 0);
  const piecesLeft = lines.map(({ sellUnit, quantity }) => (sellUnit === 'piece' ? quantity : 0));
  for (const { parts, percentOff } of outfits) {
    const lineIndexes = parts.map((part) => indexesByPrice(lines, part));
    const pieceCounts = lineIndexes.map((indexes) => indexes.reduce((sum, index) => sum + (piecesLeft[index] ?? 0), 0));
    for (const indexes of lineIndexes) takePieces(indexes, Math.min(...pieceCounts), percentOff);
  }
  return discounts;

  function takePieces(indexes: readonly number[], count: number, percentOff: number): void {
    let piecesMissing = count;
    for (const index of indexes) {
      const pieces = Math.min(piecesMissing, piecesLeft[index] ?? 0);
      piecesMissing -= pieces;
      piecesLeft[index] = (piecesLeft[index] ?? 0) - pieces;
      const pricePaise = lines[index]?.pricePaise ?? 0;
      discounts[index] = (discounts[index] ?? 0) + pieces * Math.round((pricePaise * percentOff) / 100);
    }
  }
}

function indexesByPrice(lines: readonly OutfitLine[], part: string): number[] {
  const priceOf = (index: number) => lines[index]?.pricePaise ?? 0;
  return lines.flatMap(({ slug }, index) => (slug === part ? index : [])).sort((a, b) => priceOf(b) - priceOf(a));
}
