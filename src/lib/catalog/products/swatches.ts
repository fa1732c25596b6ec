import { LRUCache } from 'lru-cache';

const UNKNOWN = '#cfc4b0';
const MAX_CACHED_SWATCHES = 1_000;

/** By filter family: words of colour names, with the colour of their swatch. null: the word names no colour. */
export type Families = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** Colour names with a different meaning for some products, which are identified by words of their categories. */
export interface GoodsColors {
  goods: readonly string[];
  families: Families;
}

type Palette = ReadonlyMap<string, Shade>;

interface Shade {
  family: string;
  hex: string;
}

export interface Palettes {
  cloth: Palette;
  goods: readonly { words: ReadonlySet<string>; palette: Palette }[];
  /** The colours of families whose name is not a known word. */
  families: ReadonlyMap<string, string>;
  foundSwatches: LRUCache<string, string>;
}

export function palettesOf(families: Families, goodsColors: readonly GoodsColors[]): Palettes {
  const cloth = shadesIn(families);
  const goods = goodsColors.map(({ goods, families: own }) => ({
    words: new Set(goods),
    palette: new Map([...cloth, ...shadesIn(own)]),
  }));
  const all = [...cloth, ...goodsColors.flatMap(({ families: own }) => shadesIn(own))];
  // The first word of a family determines its colour, so later words are inserted before it.
  const byFamily = new Map(all.reverse().map(([, { family, hex }]): [string, string] => [family, hex]));
  return {
    cloth: new Map(cloth),
    goods,
    families: byFamily,
    foundSwatches: new LRUCache({ max: MAX_CACHED_SWATCHES }),
  };
}

/** The colour of the swatch next to a name; grey-brown if none of its words is known. */
export function swatch(palettes: Palettes, colorName: string): string {
  const known = palettes.foundSwatches.get(colorName) ?? swatchOf(palettes, colorName);
  palettes.foundSwatches.set(colorName, known);
  return known;
}

function swatchOf({ cloth, goods, families }: Palettes, colorName: string): string {
  const shade = shadeOf(colorName, cloth) ?? goods.map(({ palette }) => shadeOf(colorName, palette)).find(Boolean);
  return shade?.hex ?? families.get(colorName) ?? UNKNOWN;
}

/**
 * The filter family of a colour: Blue for "Ajrakh Blue" and "Indigo". A name without a known word is its own family.
 * `categories` are slugs.
 */
export function colorFamily({ cloth, goods }: Palettes, colorName: string, categories: readonly string[] = []): string {
  const words = categories.flatMap((slug) => slug.split('-'));
  const own = goods.find((kind) => words.some((word) => kind.words.has(word)));
  return shadeOf(colorName, own?.palette ?? cloth)?.family ?? colorName;
}

/** The last known word of the first colour in the name; a shade of two words ("bottle green") counts as one word. */
function shadeOf(colorName: string, palette: Palette): Shade | undefined {
  const [main = ''] = colorName.split(/ and | & |\//i);
  const words = main.toLowerCase().split(/[\s,&+]+/);
  for (let at = words.length - 1; at >= 0; at--) {
    const shade = palette.get(`${words[at - 1]} ${words[at]}`) ?? palette.get(words[at] ?? '');
    if (shade) return shade;
  }
  return undefined;
}

function shadesIn(of: Families): [string, Shade][] {
  return Object.entries(of).flatMap(([family, words]) =>
    Object.entries(words).flatMap(([word, hex]): [string, Shade][] => (hex === null ? [] : [[word, { family, hex }]])),
  );
}
