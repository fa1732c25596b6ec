import { z } from 'zod/mini';
import { ID_AND_VERSION } from '#lib/catalog/admin/form-fields.schema.ts';
import { cleanText, PRODUCT_LIMITS, SLUG, SLUG_MESSAGE } from '#lib/catalog/import/record/record-limits.ts';
import { HSN_MESSAGE, isHsn, plainHsn } from '#lib/catalog/products/goods-hsn.ts';
import { isTooDeep } from '#lib/platform/html/html-depth.ts';
import { oneOrMore } from '#lib/primitives/one-or-more.schema.ts';
import { text } from '#lib/primitives/text.schema.ts';

const NAME_MISSING = 'Please enter a name.';
const TOO_DEEP = 'The description has too many nested tags.';
const TOO_MANY_LINES = `Enter at most ${PRODUCT_LIMITS.lines} lines.`;

const plainText = (max: number) =>
  z._default(text().check(z.overwrite(cleanText), z.maxLength(max, `Enter at most ${max} characters.`)), '');
/** A text with one entry per line. */
const lines = z.pipe(
  plainText((PRODUCT_LIMITS.line + 2) * PRODUCT_LIMITS.lines),
  z.transform((input) => input.split('\n').flatMap((line) => line.trim() || [])),
);
const limitedLines = lines.check(
  z.refine((values) => values.length <= PRODUCT_LIMITS.lines, TOO_MANY_LINES),
  z.refine(
    (values) => values.every(({ length }) => length <= PRODUCT_LIMITS.line),
    `A line can have at most ${PRODUCT_LIMITS.line} characters.`,
  ),
);

/** The slugs of the chosen categories. */
export const categoriesField = z
  ._default(oneOrMore(text().check(z.maxLength(PRODUCT_LIMITS.slug))), [])
  .check(
    z.refine(
      (values) => values.length <= PRODUCT_LIMITS.categories,
      `Choose at most ${PRODUCT_LIMITS.categories} categories.`,
    ),
  );

/** An HSN code, or an empty string if the code of the category applies. */
export const hsnField = z._default(
  text().check(
    z.overwrite(plainHsn),
    z.refine((code) => code === '' || isHsn(code), `The code ${HSN_MESSAGE}.`),
  ),
  '',
);

/** The fields that a writer may change. */
export const PRODUCT_TEXTS = z.object({
  ...ID_AND_VERSION,
  name: plainText(PRODUCT_LIMITS.name).check(z.minLength(1, NAME_MISSING)),
  content: plainText(PRODUCT_LIMITS.content),
  long_content: plainText(PRODUCT_LIMITS.longContent).check(z.refine((html) => !isTooDeep(html), TOO_DEEP)),
  details: limitedLines,
  size_fit: limitedLines,
  color_notes: limitedLines,
  care: limitedLines,
  /** Tags that are separated by commas or line breaks. */
  tags: z
    .pipe(
      plainText((PRODUCT_LIMITS.tag + 2) * PRODUCT_LIMITS.tags),
      z.transform((input) => input.split(/[,\n]/).flatMap((tag) => tag.trim() || [])),
    )
    .check(
      z.refine((values) => values.length <= PRODUCT_LIMITS.tags, `Enter at most ${PRODUCT_LIMITS.tags} tags.`),
      z.refine(
        (values) => values.every(({ length }) => length <= PRODUCT_LIMITS.tag),
        `A tag can have at most ${PRODUCT_LIMITS.tag} characters.`,
      ),
    ),
  fibre: plainText(PRODUCT_LIMITS.fibre),
  origin: plainText(PRODUCT_LIMITS.origin),
  maker: plainText(PRODUCT_LIMITS.maker),
  seo_title: plainText(PRODUCT_LIMITS.seoTitle),
  seo_description: plainText(PRODUCT_LIMITS.seoDescription),
});

/** The fields that only an owner may change. */
export const PRODUCT_SETTINGS = z.object({
  ...ID_AND_VERSION,
  status: z.enum(['active', 'draft']),
  slug: text().check(
    z.trim(),
    z.maxLength(PRODUCT_LIMITS.slug, `The address can have at most ${PRODUCT_LIMITS.slug} characters.`),
    z.regex(SLUG, `The address ${SLUG_MESSAGE}.`),
  ),
  category: categoriesField,
  hsn: hsnField,
});

export type ProductTexts = z.infer<typeof PRODUCT_TEXTS>;
export type ProductSettings = z.infer<typeof PRODUCT_SETTINGS>;
