import { LRUCache } from 'lru-cache';
import type { Families, GoodsColors } from '#lib/catalog/products/colors.schema.ts';

const FALLBACK_HEX = '#cfc4b0';
const MAX_CACHED_SWATCHES = 1_000;

type Palette = ReadonlyMap<string, Shade>;

interface Shade {
  family: string;
  hex: string;
}

export interface Palettes {
  general: Palette;
  /** The palettes of products with a category whose slug contains one of `words`. */
  goods: readonly { words: ReadonlySet<string>; palette: Palette }[];
  /** The colour of each family, for colour names that are families but contain no known word. */
  hexByFamily: ReadonlyMap<string, string>;
  cachedSwatches: LRUCache<string, string>;
}

export function palettesOf(families: Families, goodsColors: readonly GoodsColors[]): Palettes {
  const general = shadesIn(families);
  const goods = goodsColors.map(({ goods, families: goodsFamilies }) => ({
    words: new Set(goods.map((word) => word.toLowerCase())),
    palette: new Map([...general, ...shadesIn(goodsFamilies)]),
  }));
  const allShades = [...general, ...goodsColors.flatMap(({ families: goodsFamilies }) => shadesIn(goodsFamilies))];
  // The first word of a family determines its colour, so the words are inserted in reverse order.
  const hexByFamily = new Map(allShades.reverse().map(([, { family, hex }]): [string, string] => [family, hex]));
  return {
    general: new Map(general),
    goods,
    hexByFamily,
    cachedSwatches: new LRUCache({ max: MAX_CACHED_SWATCHES }),
  };
}

/** Returns the colour of the swatch next to a name; grey-brown if the name has no known word and is not a family. */
export function swatchColor(palettes: Palettes, colorName: string): string {
  const hex = palettes.cachedSwatches.get(colorName) ?? hexOf(palettes, colorName);
  palettes.cachedSwatches.set(colorName, hex);
  return hex;
}

function hexOf({ general, goods, hexByFamily }: Palettes, colorName: string): string {
  const shade = shadeOf(colorName, general) ?? goods.map(({ palette }) => shadeOf(colorName, palette)).find(Boolean);
  return shade?.hex ?? hexByFamily.get(colorName) ?? FALLBACK_HEX;
}

/**
 * Returns the filter family of a colour, such as Blue for "Ajrakh Blue" and "Indigo". A name without a known word is
 * its own family.
 */
export function colorFamily(
  { general, goods }: Palettes,
  colorName: string,
  categorySlugs: readonly string[] = [],
): string {
  const words = categorySlugs.flatMap((slug) => slug.split('-'));
  const matchingGoods = goods.find((entry) => words.some((word) => entry.words.has(word)));
  return shadeOf(colorName, matchingGoods?.palette ?? general)?.family ?? colorName;
}

/**
 * Returns the shade of the last known word of the first colour in the name; undefined if no word is known. "Bottle
 * green" counts as one word.
 */
function shadeOf(colorName: string, palette: Palette): Shade | undefined {
  const [firstColor = ''] = colorName.split(/ and | & |\//i);
  const words = firstColor.toLowerCase().split(/[\s,&+]+/);
  for (let index = words.length - 1; index >= 0; index--) {
    const shade = palette.get(`${words[index - 1]} ${words[index]}`) ?? palette.get(words[index] ?? '');
    if (shade) return shade;
  }
  return undefined;
}

function shadesIn(families: Families): [string, Shade][] {
  return Object.entries(families).flatMap(([family, words]) =>
    Object.entries(words).flatMap(([word, hex]): [string, Shade][] => (hex === null ? [] : [[word, { family, hex }]])),
  );
}
