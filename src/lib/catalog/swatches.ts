import families from '#content/colors.json' with { type: 'json' };
import goodsColors from '#content/goods-colors.json' with { type: 'json' };

const UNKNOWN = '#cfc4b0';

type Families = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Palette = ReadonlyMap<string, Shade>;

interface Shade {
  family: string;
  hex: string;
}

const CLOTH: Palette = new Map(shadesIn(families));

/** Of goods whose colours mean something else than on cloth: silver is a metal there, and not grey. */
const PALETTES = goodsColors.map(({ goods, families }) => ({
  goods: new Set(goods),
  palette: new Map([...CLOTH, ...shadesIn(families as Families)]) as Palette,
}));

/** For the dot beside a name; grey-brown when no word of it is known. */
export function swatch(colorName: string): string {
  const shade = shadeOf(colorName, CLOTH) ?? PALETTES.map(({ palette }) => shadeOf(colorName, palette)).find(Boolean);
  return shade?.hex ?? UNKNOWN;
}

/**
 * What a filter calls the colour: "Ajrakh Blue" and "Indigo" are both Blue, "Navy and Kora" too. A name without a
 * known word stays itself. `categories` are the slugs of those that the product is in.
 */
export function colorFamily(colorName: string, categories: readonly string[] = []): string {
  const words = categories.flatMap((slug) => slug.split('-'));
  const own = PALETTES.find(({ goods }) => words.some((word) => goods.has(word)));
  return shadeOf(colorName, own?.palette ?? CLOTH)?.family ?? colorName;
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
    Object.entries(words).map(([word, hex]): [string, Shade] => [word, { family, hex }]),
  );
}
