import { LRUCache } from 'lru-cache';

const UNKNOWN = '#cfc4b0';
const MAX_CACHED_SWATCHES = 1_000;

/** Words of colour names with the colour of their dot, by the family that a filter shows; null: the word is not known. */
export type Families = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** Goods, by words of their categories, whose colours mean something else than on cloth. */
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
  /** Of a family whose own name is no known word. */
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
  // The first word of a family is its colour, so later ones are put in before it.
  const byFamily = new Map(all.reverse().map(([, { family, hex }]): [string, string] => [family, hex]));
  return {
    cloth: new Map(cloth),
    goods,
    families: byFamily,
    foundSwatches: new LRUCache({ max: MAX_CACHED_SWATCHES }),
  };
}

/** For the dot beside a name; grey-brown when no word of it is known. */
export function swatch(palettes: Palettes, colorName: string): string {
  const known = palettes.foundSwatches.get(colorName) ?? swatchOf(palettes, colorName);
  palettes.foundSwatches.set(colorName, known);
  return known;
}

function swatchOf({ cloth, goods, families }: Palettes, colorName: string): string {
  const shade = shadeOf(colorName, cloth) ?? goods.map(({ palette }) => shadeOf(colorName, palette)).find(Boolean);
  return shade?.hex ?? families.get(colorName) ?? UNKNOWN;
}

/** A filter calls "Ajrakh Blue" and "Indigo" Blue; a name without a known word stays. `categories` are slugs. */
export function colorFamily({ cloth, goods }: Palettes, colorName: string, categories: readonly string[] = []): string {
  const words = categories.flatMap((slug) => slug.split('-'));
  const own = goods.find((kind) => words.some((word) => kind.words.has(word)));
  return shadeOf(colorName, own?.palette ?? cloth)?.family ?? colorName;
}

/** The last known word of the first colour named; two words that are one shade ("bottle green") count as one. */
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
