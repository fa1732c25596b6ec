import families from '#content/colors.json' with { type: 'json' };

const UNKNOWN = '#cfc4b0';

interface Shade {
  family: string;
  hex: string;
}

/**
 * Words for colours, by the family that a shopper looks for. Of several words in a name the first gives the dot
 * ("Madder Red"), the last the family ("Kora White").
 */
const SHADES = new Map<string, Shade>(
  Object.entries(families).flatMap(([family, words]) =>
    Object.entries(words).map(([word, hex]): [string, Shade] => [word, { family, hex }]),
  ),
);

export function swatch(colorName: string): string {
  return shadesOf(colorName)[0]?.hex ?? UNKNOWN;
}

/** What a filter calls the colour: "Ajrakh Blue" and "Indigo" are both Blue, "Navy and Kora" too. A name without a known word stays itself. */
export function colorFamily(colorName: string): string {
  const main = colorName.split(/ and | & |\//i)[0] ?? colorName;
  return shadesOf(main).at(-1)?.family ?? colorName;
}

/** The known words of a name in their order; two words that are one shade ("bottle green") count once. */
function shadesOf(colorName: string): Shade[] {
  const words = colorName.toLowerCase().split(/[\s/,&+]+/);
  const found: Shade[] = [];
  for (let i = 0; i < words.length; i++) {
    const pair = SHADES.get(`${words[i]} ${words[i + 1]}`);
    const shade = pair ?? SHADES.get(words[i] ?? '');
    if (shade) found.push(shade);
    if (pair) i += 1;
  }
  return found;
}
