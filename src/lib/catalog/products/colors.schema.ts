import { z } from 'zod';
import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import type { ContentDocument, FieldPath, FieldProblem } from '#lib/platform/content/content-document.ts';
import { color } from '#lib/platform/content/content-fields.schema.ts';
import { type ContentObject, isObject, type Overlay } from '#lib/platform/content/overlay.ts';

const MAX_FAMILIES = 60;
const MAX_WORDS = 3_000;
const MAX_NAME_LENGTH = 40;

const wordsSchema = z
  .record(z.string(), color('The colour of the swatch, such as #2b3a78; null if the word names no colour.').nullable())
  .describe('The words of the family, each with the colour of its swatch: { "navy": "#1f2a4d" }.');

const familiesSchema = z
  .record(z.string(), wordsSchema)
  .describe('Families that the filter shows: { "Blue": { "navy": "#1f2a4d" } }.');

const goodsColorsSchema = z
  .array(
    z.strictObject({
      goods: z
        .array(z.string().regex(/^[\p{L}\p{N}\p{M}_]+$/u, 'must be one word of a category’s URL'))
        .min(1, 'must have at least one word')
        .describe('Words in category URLs: goods in a category with such a word use these colours.'),
      families: familiesSchema,
    }),
    'must be a list between [ and ]',
  )
  .max(40);

/** The words of colour names by filter family, each with the colour of its swatch; null if the word names no colour. */
export type Families = z.infer<typeof familiesSchema>;

/** Colour names with a different meaning for some products, which are identified by words of their categories. */
export type GoodsColors = z.infer<typeof goodsColorsSchema>[number];

/**
 * Merges the words of colour names one by one. A word that the owner assigns to a family is removed from all others.
 * `ownPart` sets each default word that is missing from `merged` to null, so that the word names no colour.
 */
export const COLOR_WORD_OVERLAY: Overlay = {
  merge(defaults, own) {
    const ownWords = new Set(Object.values(own).flatMap((words) => Object.keys(wordsOf(words))));
    const mergedFamilies = new Map<string, unknown>();
    for (const [family, words] of Object.entries(defaults)) {
      const otherWords = Object.entries(wordsOf(words)).filter(([word]) => !ownWords.has(word));
      if (otherWords.length > 0) mergedFamilies.set(family, Object.fromEntries(otherWords));
    }
    for (const [family, words] of Object.entries(own)) {
      mergedFamilies.set(family, isObject(words) ? { ...wordsOf(mergedFamilies.get(family)), ...words } : words);
    }
    return Object.fromEntries(mergedFamilies);
  },
  ownPart(defaults, merged) {
    const remainingWords = new Set(Object.values(merged).flatMap((words) => Object.keys(wordsOf(words))));
    const families = new Set([...Object.keys(merged), ...Object.keys(defaults)]);
    const parts = [...families].map((family): [string, ContentObject] => {
      const defaultWords = wordsOf(defaults[family]);
      const changedWords = Object.entries(wordsOf(merged[family])).filter(([word, hex]) => defaultWords[word] !== hex);
      const removedWords = Object.entries(defaultWords).filter(
        ([word, hex]) => hex !== null && !remainingWords.has(word),
      );
      return [family, Object.fromEntries([...changedWords, ...removedWords.map(([word]) => [word, null])])];
    });
    return Object.fromEntries(parts.filter(([, words]) => Object.keys(words).length > 0));
  },
};

/** Returns an empty object for a value that is not an object, because the schema reports such a value. */
function wordsOf(words: unknown): ContentObject {
  return isObject(words) ? words : {};
}

/** Colour names, with their filter families (decision 4). */
export const COLORS: ContentDocument<Families> = {
  path: 'colors',
  format: 'json',
  about: 'Words of colour names, each with the family that the filter shows and the colour of its swatch.',
  schema: familiesSchema,
  overlay: COLOR_WORD_OVERLAY,
  check: (value) => familyProblems(value, []),
};

export const GOODS_COLORS: ContentDocument<GoodsColors[]> = {
  path: 'goods-colors',
  format: 'json',
  about: 'Words that mean another colour on certain goods, such as silver on jewellery.',
  schema: goodsColorsSchema,
  check: (goodsColors) => goodsColors.flatMap(({ families }, index) => familyProblems(families, [index, 'families'])),
};

function familyProblems(families: Families, path: FieldPath): FieldProblem[] {
  const names = Object.keys(families);
  const wordCount = Object.values(families).reduce((sum, words) => sum + Object.keys(words).length, 0);
  if (names.length > MAX_FAMILIES) return [{ field: path, message: `must have at most ${MAX_FAMILIES} families` }];
  if (wordCount > MAX_WORDS) return [{ field: path, message: `must have at most ${MAX_WORDS} words` }];
  return [...nameProblems(names, path), ...wordProblems(families, path)];
}

function nameProblems(names: readonly string[], path: FieldPath): FieldProblem[] {
  const nameBySlug = new Map<string, string>();
  return names.flatMap((name) => {
    const field = [...path, name];
    const slug = valueSlug(name);
    const existingName = nameBySlug.get(slug);
    nameBySlug.set(slug, name);
    const isValid = slug !== '' && name.length <= MAX_NAME_LENGTH && name === name.trim() && !/[<>\n\r]/.test(name);
    if (!isValid) return [{ field, message: NAME_MESSAGE }];
    if (existingName === undefined) return [];
    return [{ field, message: `in the filter, this name would be the same as "${existingName}"` }];
  });
}

function wordProblems(families: Families, path: FieldPath): FieldProblem[] {
  const familyByWord = new Map<string, string>();
  return Object.entries(families).flatMap(([family, words]) =>
    Object.keys(words).flatMap((word) => {
      const otherFamily = familyByWord.get(word);
      familyByWord.set(word, family);
      const field = [...path, family, word];
      if (!isWord(word)) return [{ field, message: WORD_MESSAGE }];
      return otherFamily === undefined ? [] : [{ field, message: `the word is already in the family ${otherFamily}` }];
    }),
  );
}

const NAME_MESSAGE = `a family’s name is plain text with a letter or digit, at most ${MAX_NAME_LENGTH} characters`;

const WORD_MESSAGE =
  'must be one word, or two with a space between, in lower-case letters, such as "navy" or "bottle green"';

function isWord(text: string): boolean {
  const isPlain =
    text === text.toLowerCase() && text.length <= MAX_NAME_LENGTH && /^[^\s,&+/<>]+(?: [^\s,&+/<>]+)?$/.test(text);
  return isPlain && !text.split(' ').includes('and');
}
