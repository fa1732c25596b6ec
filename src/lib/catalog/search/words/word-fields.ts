/** Where a word of a product stands, as bits; what a shopper sees first weighs most. */
export const FIELDS = { name: 8, values: 4, content: 2, longContent: 1 } as const;

export const FIELD_BITS = 4;
/** Name, brand, category, material, collection, options and tags: words that people look for goods by. */
export const LEADING_FIELDS = FIELDS.name | FIELDS.values;

const WEIGHTS = [
  [FIELDS.name, 100],
  [FIELDS.values, 45],
  [FIELDS.content, 14],
  [FIELDS.longContent, 4],
] as const;

/** By the bits of the fields that hold the word. */
export const FIELD_WEIGHTS: readonly number[] = Array.from({ length: 1 << FIELD_BITS }, (_, fields) =>
  WEIGHTS.reduce((sum, [field, weight]) => (fields & field ? sum + weight : sum), 0),
);

/** The texts of a product in which words are found; markup counts as space. */
export interface ProductTexts {
  name: string;
  values: string;
  content: string;
  longContent: string;
}

const WORDS_A_FIELD = 400;
const WORD_CHARACTERS = 40;

/** Words in small letters, as they are written. "Women’s" gives "women", and "T-shirt" is no shirt: "tshirt". */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]s?(?![\p{L}\p{M}])/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}])(\p{L})-(?=\p{L}{2})/gu, '$1');
  const words = plain.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.slice(0, WORDS_A_FIELD).map((word) => word.slice(0, WORD_CHARACTERS));
}

export function textOfHtml(html: string): string {
  return html.replace(/<[^<>]*>|&[#\w]{1,8};/g, ' ');
}
