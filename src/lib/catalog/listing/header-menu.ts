export const ALL_PRODUCTS = 'All products';

/** The space for the menu in windows of 1024 and 1280 px, in characters of about 8.5 px. */
const HEADER_CHARACTERS = { narrow: 68, wide: 98 };
/** The space around an entry, left and right together, in characters. */
const ENTRY_SPACE = 3;
/** The width of a character of the shop's name, which has a larger font, in characters of the menu. */
const NAME_CHARACTER_WIDTH = 1.6;

/**
 * Returns how many categories fit on one line of the header, next to the shop's name and the owner's links: in windows
 * from 1024 px (`narrow`) and from 1280 px (`wide`). If some don't fit, reserves space for the link to all products.
 */
export function countFittingCategories(
  shopName: string,
  categories: readonly { name: string }[],
  links: readonly { label: string }[],
): { narrow: number; wide: number } {
  const widths = categories.map(({ name }) => entryWidth(name));
  const otherWidth = shopName.length * NAME_CHARACTER_WIDTH + sum(links.map(({ label }) => entryWidth(label)));
  return {
    narrow: countFitting(widths, HEADER_CHARACTERS.narrow - otherWidth),
    wide: countFitting(widths, HEADER_CHARACTERS.wide - otherWidth),
  };
}

function countFitting(widths: readonly number[], freeWidth: number): number {
  if (sum(widths) <= freeWidth) return widths.length;
  let remainingWidth = freeWidth - entryWidth(ALL_PRODUCTS);
  let count = 0;
  for (const width of widths) {
    remainingWidth -= width;
    if (remainingWidth < 0) break;
    count++;
  }
  return count;
}

function entryWidth(label: string): number {
  return label.length + ENTRY_SPACE;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
