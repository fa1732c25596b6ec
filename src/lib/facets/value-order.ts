/** Other sizes come after these (product.md, "Listing"). */
const SIZE_ORDER = ['xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl'];

export function compareSizes(a: string, b: string): number {
  return sizeRank(a) - sizeRank(b) || compareAges(a, b);
}

function sizeRank(size: string): number {
  const rank = SIZE_ORDER.indexOf(size.trim().toLowerCase());
  return rank === -1 ? SIZE_ORDER.length : rank;
}

/** In years (docs/decisions/0003-ages-in-months.md); what has no number comes last. */
export function compareAges(a: string, b: string): number {
  return leadingNumber(a) - leadingNumber(b) || (a < b ? -1 : a > b ? 1 : 0);
}

function leadingNumber(text: string): number {
  const digits = /^\s*(\d{1,9})/.exec(text)?.[1];
  if (digits === undefined) return 1e9;
  return /month/i.test(text) ? Number(digits) / 12 : Number(digits);
}
