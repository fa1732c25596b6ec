import { z } from 'zod';
import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import { COLOR_WORD_OVERLAY } from '#lib/catalog/products/color-overlay.ts';
import type { Families, GoodsColors } from '#lib/catalog/products/swatches.ts';
import type { ContentDocument, FieldPath, FieldProblem } from '#lib/platform/content/content-document.ts';
import { color } from '#lib/platform/content/content-fields.schema.ts';

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
    if (slug === '' || name.length > MAX_NAME_LENGTH || name !== name.trim() || /[<>\n\r]/.test(name)) {
      return [
        {
          field,
          message: `a family’s name is plain text with a letter or digit, at most ${MAX_NAME_LENGTH} characters`,
        },
      ];
    }
    return existingName === undefined
      ? []
      : [{ field, message: `in the filter, this name would be the same as "${existingName}"` }];
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

const WORD_MESSAGE =
  'must be one word, or two with a space between, in lower-case letters, such as "navy" or "bottle green"';

function isWord(text: string): boolean {
  const isPlain =
    text === text.toLowerCase() && text.length <= MAX_NAME_LENGTH && /^[^\s,&+/<>]+(?: [^\s,&+/<>]+)?$/.test(text);
  return isPlain && !text.split(' ').includes('and');
}
