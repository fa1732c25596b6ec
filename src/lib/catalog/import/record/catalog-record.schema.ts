import * as z from 'zod';
import { cleanText, MAX_RUPEES, PRODUCT_LIMITS, SLUG, SLUG_MESSAGE } from '#lib/catalog/import/record/record-limits.ts';
import { ATTRIBUTES, byAttribute } from '#lib/catalog/listing-index/facets/facets.ts';
import { HSN_MESSAGE, isHsn, plainHsn } from '#lib/catalog/products/goods-hsn.ts';
import { isImageSource } from '#lib/catalog/products/image-source.ts';
import { isTooDeep, MAX_HTML_DEPTH } from '#lib/platform/html/html-depth.ts';
import { plural } from '#lib/primitives/plural.ts';

const MAX_QUANTITY = 10_000_000;
const MAX_RECORD_VARIANTS = 2_048;
const MAX_IMAGES = 250;

function text(max: number) {
  return z
    .string()
    .max(max, `must have at most ${max} characters`)
    .transform((input) => cleanText(input));
}

const nonEmptyText = (max: number) => text(max).refine((value) => value !== '', 'must not be empty');
const slug = z
  .string()
  .max(PRODUCT_LIMITS.slug, `must have at most ${PRODUCT_LIMITS.slug} characters`)
  .regex(SLUG, SLUG_MESSAGE);
const lines = z.array(nonEmptyText(PRODUCT_LIMITS.line)).max(PRODUCT_LIMITS.lines);

const hsn = text(20)
  .transform(plainHsn)
  .refine((code) => code === '' || isHsn(code), HSN_MESSAGE);

const hasAtMostTwoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
const rupees = z.number().min(0).max(MAX_RUPEES).refine(hasAtMostTwoDecimals, 'must have at most two decimals');
const quantity = z.number().min(0).max(MAX_QUANTITY).refine(hasAtMostTwoDecimals, 'must have at most two decimals');
const day = z.iso.date('must be a day such as 2026-01-31');
const dayOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a day such as 2026-01-31, or a date and time such as 2026-01-31T10:00:00Z',
});

const imageSchema = z.strictObject({
  /** A path relative to the image folder of the import, or an http(s) URL. */
  src: nonEmptyText(2_000).refine(isImageSource, 'must be a path below the folder of images, or an http(s) URL'),
  alt: text(500),
  /** The value of the colour option that the picture shows. Absent if the picture does not show a single colour. */
  color: text(100).optional(),
});

const brandSchema = z.strictObject({
  type: z.literal('brand'),
  slug,
  name: nonEmptyText(200).optional(),
  description: text(5_000).nullish(),
});
const categorySchema = z.strictObject({
  type: z.literal('category'),
  slug,
  name: nonEmptyText(200).optional(),
  parent: slug.nullish(),
  /** The HSN code of those variants in this category and its subcategories that have no code of their own. */
  hsn: hsn.nullish(),
  description: text(5_000).nullish(),
  image: imageSchema.nullish(),
});
const attributeSchema = z.strictObject({
  type: z.literal(ATTRIBUTES),
  slug,
  name: nonEmptyText(200).optional(),
  image: imageSchema.nullish(),
});
const collectionSchema = z.strictObject({
  type: z.literal('collection'),
  slug,
  name: nonEmptyText(200).optional(),
  description: text(5_000).nullish(),
  image: imageSchema.nullish(),
});

const TYPE_NAMES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Returns the default message of a rule, as a phrase that follows the name of the field. */
function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.join(' or ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'array'
        ? `must have at most ${issue.maximum} entries`
        : `must be at most ${issue.maximum}`;
    case 'unrecognized_keys':
      return `has ${plural(issue.keys.length, 'an unknown field', 'unknown fields')}: ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

/** A schema that is created only once: creating it for each value of each variant took a fifth of an import's time. */
const optionValueSchema = nonEmptyText(100);

/** The schema for a variant's values. It is not a `z.record`, because `z.record` drops a key named `__proto__`. */
const optionValuesSchema = z.unknown().transform((input, context): Record<string, string> => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    context.addIssue({ code: 'custom', message: 'must be an object with a value for each option' });
    return z.NEVER;
  }
  const checkedEntries = Object.entries(input).map(([option, value]) => {
    const { data, error } = optionValueSchema.safeParse(value, { error: issueMessage });
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', path: [option], message });
    return [option, data ?? ''] as const;
  });
  return Object.fromEntries(checkedEntries);
});

const variantSchema = z.strictObject({
  sku: text(100).nullish(),
  values: optionValuesSchema.nullish(),
  price: rupees.optional(),
  sale_price: rupees.nullish(),
  /** The stock: the number of pieces, or the total length of the bolts of cloth in metres. */
  quantity: quantity.optional(),
  /** The length of each bolt of cloth in metres. */
  bolts: z.array(quantity).max(1_000).nullish(),
  pre_order: day.nullish(),
  /** The HSN code, with 4, 6 or 8 digits. Absent if the category's code applies. */
  hsn: hsn.nullish(),
  barcode: text(50).nullish(),
  weight_g: z.number().min(0).max(1_000_000).nullish(),
});

const productSchema = z.strictObject({
  type: z.literal('product'),
  slug,
  name: nonEmptyText(PRODUCT_LIMITS.name).optional(),
  brand: slug.nullish(),
  /**
   * The previous slugs. A product stored under a previous slug gets the new slug, and its old URLs redirect to the new
   * URL.
   */
  former_slugs: z.array(slug).max(50).optional(),
  /**
   * The slugs of categories, most specific first. The first category determines the breadcrumb. Parents are implied.
   */
  categories: z.array(slug).max(PRODUCT_LIMITS.categories).nullish(),
  collections: z.array(slug).max(50).nullish(),
  ...byAttribute(() => slug.nullish()),
  content: text(PRODUCT_LIMITS.content).nullish(),
  /** The description in HTML, which the import sanitises. */
  long_content: text(PRODUCT_LIMITS.longContent)
    .refine((html) => !isTooDeep(html), `has tags nested more than ${MAX_HTML_DEPTH} deep`)
    .nullish(),
  details: lines.nullish(),
  size_fit: lines.nullish(),
  color_notes: lines.nullish(),
  care: lines.nullish(),
  tags: z.array(nonEmptyText(PRODUCT_LIMITS.tag)).max(PRODUCT_LIMITS.tags).nullish(),
  fibre: text(PRODUCT_LIMITS.fibre).nullish(),
  origin: text(PRODUCT_LIMITS.origin).nullish(),
  /** The name and address of the maker or packer (Legal Metrology (Packaged Commodities) Rules, 2011). */
  maker: text(PRODUCT_LIMITS.maker).nullish(),
  sell_unit: z.enum(['piece', 'metre']).optional(),
  /** The step between the lengths of cloth that can be ordered, in metres; 0.25 by default. */
  unit_step: quantity.min(0.01).max(100).nullish(),
  /** The smallest quantity that can be ordered, in pieces or metres; 1 by default. */
  min_quantity: quantity.min(0.01).max(10_000).nullish(),
  featured: z.boolean().nullish(),
  sold: quantity.optional(),
  created_at: dayOrTime.optional(),
  status: z.enum(['active', 'draft']).nullish(),
  /** The names of the options in order, such as `["color", "size"]`. Absent or empty for a simple product. */
  options: z.array(nonEmptyText(60)).max(3, 'may name at most three options').nullish(),
  variants: z.array(variantSchema).min(1, 'must have at least one entry').max(MAX_RECORD_VARIANTS).optional(),
  images: z.array(imageSchema).max(MAX_IMAGES).nullish(),
  seo_title: text(PRODUCT_LIMITS.seoTitle).nullish(),
  seo_description: text(PRODUCT_LIMITS.seoDescription).nullish(),
});

const reviewSchema = z.strictObject({
  type: z.literal('review'),
  /** The id of the review. If it is absent, the id is derived from the product, name and date. */
  id: nonEmptyText(100).optional(),
  product: slug,
  name: nonEmptyText(200),
  rating: z.int().min(1).max(5),
  summary: text(5_000),
  fit: z.enum(['small', 'true', 'large']).nullish(),
  verified: z.boolean().nullish(),
  /** The time when the review was written: a day, or a date and time in ISO 8601. */
  created_at: dayOrTime,
});

export const recordSchema = z.discriminatedUnion(
  'type',
  [brandSchema, categorySchema, attributeSchema, collectionSchema, productSchema, reviewSchema],
  {
    error: `must be brand, category, ${ATTRIBUTES.join(', ')}, collection, product or review`,
  },
);

/**
 * Validates a record field by field. Returns the record, or the problems with its fields. `mergeProduct` checks rules
 * about several fields.
 */
export function parseRecord(
  input: unknown,
): { record: z.infer<typeof recordSchema> } | { problems: { path: PropertyKey[]; message: string }[] } {
  const result = recordSchema.safeParse(input, { error: issueMessage });
  if (result.success) return { record: result.data };
  return { problems: result.error.issues.map(({ path, message }) => ({ path, message })) };
}
