/** The searchable fields, as bits. `values` are the names of brands, categories and other facet values, and tags. */
export const FIELDS = { name: 8, values: 4, content: 2, longContent: 1 } as const;

export const FIELD_BITS = 4;
/** The fields with the words that people search for: name, brand, category, material, collection, options and tags. */
export const LEADING_FIELDS = FIELDS.name | FIELDS.values;

/** The most visible field has the highest weight. */
const WEIGHTS = [
  [FIELDS.name, 100],
  [FIELDS.values, 45],
  [FIELDS.content, 14],
  [FIELDS.longContent, 4],
] as const;

/** The weights of a word, indexed by the bits of the fields that contain the word. */
export const FIELD_WEIGHTS: readonly number[] = Array.from({ length: 1 << FIELD_BITS }, (_, fields) =>
  WEIGHTS.reduce((sum, [field, weight]) => (fields & field ? sum + weight : sum), 0),
);

/** The searchable texts of a product, without markup. */
export type ProductTexts = Record<keyof typeof FIELDS, string>;

const MAX_WORDS_PER_FIELD = 400;
const MAX_WORD_CHARACTERS = 40;

/**
 * Returns the words of the text in lower case, not folded. "Women’s" becomes "women", and "T-shirt" becomes "tshirt",
 * so that it does not match "shirt".
 */
export function wordsOf(text: string): string[] {
  const plainText = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]s?(?![\p{L}\p{M}])/gu, ' ')
    .replace(/(?<![\p{L}\p{M}\p{N}])(\p{L})-(?=\p{L}{2})/gu, '$1');
  const words = plainText.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.slice(0, MAX_WORDS_PER_FIELD).map((word) => word.slice(0, MAX_WORD_CHARACTERS));
}

/** Returns the text of HTML. Tags and character references are treated as spaces. */
export function textOfHtml(html: string): string {
  return html.replace(/<[^<>]*>|&[#\w]{1,8};/g, ' ');
}
