import * as z from 'zod';
import type { CatalogueRecord } from '#lib/catalog/catalog-record.ts';
import { isImageSource } from '#lib/catalog/image-source.ts';
import { optionValue } from '#lib/catalog/option-values.ts';

const MOST_RUPEES = 10_000_000;
const MOST_QUANTITY = 10_000_000;
const MOST_VARIANTS = 2_048;
const MOST_IMAGES = 250;

/** Text without control characters and lone surrogates, which PostgreSQL refuses, and without space around it. */
function text(most: number) {
  return z
    .string()
    .max(most, `must have at most ${most} characters`)
    .transform((given) => cleanText(given));
}

export function cleanText(given: string): string {
  return given
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

const filled = (most: number) => text(most).refine((value) => value !== '', 'must not be empty');
const slug = z
  .string()
  .max(120, 'must have at most 120 characters')
  .regex(/^[a-z0-9]+([_-]+[a-z0-9]+)*$/, 'may hold small letters, digits and hyphens, such as "indigo-kurta"');
const lines = z.array(filled(1_000)).max(100);

const hasTwoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
const rupees = z.number().min(0).max(MOST_RUPEES).refine(hasTwoDecimals, 'must have at most two decimals');
const amount = z.number().min(0).max(MOST_QUANTITY).refine(hasTwoDecimals, 'must have at most two decimals');
const day = z.iso.date('must be a day such as 2026-01-31');
const dayOrMoment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'must be a day such as 2026-01-31, or a moment such as 2026-01-31T10:00:00Z',
});

const image = z.strictObject({
  src: filled(2_000).refine(isImageSource, 'must be a path below the folder of images, or an http(s) address'),
  alt: text(500),
  color: text(100).optional(),
});

const brand = z.strictObject({
  type: z.literal('brand'),
  slug,
  name: filled(200),
  description: text(5_000).optional(),
});
const category = z.strictObject({
  type: z.literal('category'),
  slug,
  name: filled(200),
  parent: slug.optional(),
  description: text(5_000).optional(),
  image: image.optional(),
});
const material = z.strictObject({ type: z.literal('material'), slug, name: filled(200), image: image.optional() });
const collection = z.strictObject({
  type: z.literal('collection'),
  slug,
  name: filled(200),
  description: text(5_000).optional(),
  image: image.optional(),
});

/** `z.record` leaves out a key named `__proto__`. */
const optionValues = z.unknown().transform((given, context): Record<string, string> => {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    context.addIssue({ code: 'custom', message: 'must be an object with a value for each option' });
    return z.NEVER;
  }
  const checked = Object.entries(given).map(([option, value]) => {
    const { data, error } = filled(100).safeParse(value);
    for (const { message } of error?.issues ?? []) context.addIssue({ code: 'custom', path: [option], message });
    return [option, data ?? ''] as const;
  });
  return Object.fromEntries(checked);
});

const variant = z
  .strictObject({
    sku: text(100).optional(),
    values: optionValues.optional(),
    price: rupees,
    sale_price: rupees.optional(),
    quantity: amount,
    bolts: z.array(amount).max(1_000).optional(),
    pre_order: day.optional(),
    hsn: text(20).optional(),
    barcode: text(50).optional(),
    weight_g: z.number().min(0).max(1_000_000).optional(),
  })
  .refine(({ price, sale_price }) => sale_price === undefined || sale_price <= price, {
    path: ['sale_price'],
    error: 'must not be above the price',
  });

const product = z
  .strictObject({
    type: z.literal('product'),
    slug,
    name: filled(200),
    brand: slug.optional(),
    former_slugs: z.array(slug).max(50).optional(),
    categories: z.array(slug).max(20),
    collections: z.array(slug).max(50).optional(),
    material: slug.optional(),
    content: text(2_000).optional(),
    long_content: text(200_000).optional(),
    details: lines.optional(),
    size_fit: lines.optional(),
    color_notes: lines.optional(),
    care: lines.optional(),
    fibre: text(300).optional(),
    origin: text(300).optional(),
    maker: text(500).optional(),
    sell_unit: z.enum(['piece', 'metre']),
    unit_step: amount.min(0.01).max(100).optional(),
    min_quantity: amount.min(0.01).max(10_000).optional(),
    featured: z.boolean().optional(),
    sold: amount.optional(),
    created_at: dayOrMoment.optional(),
    status: z.enum(['active', 'draft']).optional(),
    options: z.array(filled(60)).max(3, 'may name three options at most').optional(),
    variants: z.array(variant).min(1, 'must hold at least one variant').max(MOST_VARIANTS),
    images: z.array(image).max(MOST_IMAGES).optional(),
    seo_title: text(300).optional(),
    seo_description: text(1_000).optional(),
  })
  .superRefine((given, context) => {
    for (const { path, message } of productProblems(given)) context.addIssue({ code: 'custom', path, message });
  });

const review = z.strictObject({
  type: z.literal('review'),
  id: filled(100).optional(),
  product: slug,
  name: filled(200),
  rating: z.int().min(1).max(5),
  summary: text(5_000),
  fit: z.enum(['small', 'true', 'large']).optional(),
  verified: z.boolean().optional(),
  created_at: dayOrMoment,
});

const recordSchema = z.discriminatedUnion('type', [brand, category, material, collection, product, review], {
  error: 'must be brand, category, material, collection, product or review',
});

export interface FieldProblem {
  path: PropertyKey[];
  message: string;
}

/** Checks one record of any type; what is wrong is named field by field. */
export function parseRecord(given: unknown): { record: CatalogueRecord } | { problems: FieldProblem[] } {
  const result = recordSchema.safeParse(given);
  if (result.success) return { record: result.data };
  return { problems: result.error.issues.map(({ path, message }) => ({ path, message })) };
}

/** `variants[2].price must be …`, short enough for one line. */
export function describeProblems(problems: FieldProblem[]): string {
  const shown = problems.slice(0, 3).map(({ path, message }) => `${pathText(path)} ${message}`.trim());
  const more = problems.length - shown.length;
  return shown.join('; ') + (more > 0 ? `; and ${more} more` : '');
}

function pathText(path: PropertyKey[]): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at ? '.' : ''}${String(part)}`)).join('');
}

interface ParsedProduct {
  sell_unit: 'piece' | 'metre';
  unit_step?: number | undefined;
  min_quantity?: number | undefined;
  options?: string[] | undefined;
  variants: {
    values?: Record<string, string> | undefined;
    quantity: number;
    bolts?: number[] | undefined;
  }[];
}

/** What no single field shows: options and variants that fit each other, and the units of cloth and pieces. */
function* productProblems(product: ParsedProduct): Generator<FieldProblem> {
  const options = product.options ?? [];
  if (new Set(options).size < options.length) yield { path: ['options'], message: 'must not repeat a name' };
  if (options.length === 0 && product.variants.length > 1) {
    yield { path: ['variants'], message: 'must be a single one where there are no options' };
  }
  if (product.sell_unit === 'piece') yield* pieceProblems(product);
  const seen = new Map<string, number>();
  for (const [at, { values = {}, quantity, bolts }] of product.variants.entries()) {
    const missing = options.find((option) => optionValue(values, option) === undefined);
    const unknown = Object.keys(values).find((option) => !options.includes(option));
    const path = ['variants', at, 'values'];
    if (missing !== undefined) yield { path, message: `must hold a value for "${missing}"` };
    if (unknown !== undefined) yield { path, message: `hold "${unknown}", which is not among the options` };
    const key = JSON.stringify(options.map((option) => optionValue(values, option)));
    const twin = seen.get(key);
    if (twin !== undefined) yield { path, message: `are the same as those of variants[${twin}]` };
    seen.set(key, at);
    const length = bolts?.reduce((sum, bolt) => sum + bolt, 0);
    if (length !== undefined && product.sell_unit === 'metre' && Math.abs(length - quantity) > 0.005) {
      yield { path: ['variants', at, 'quantity'], message: `must be the sum of its bolts, ${length.toFixed(2)}` };
    }
  }
}

function* pieceProblems({ unit_step, min_quantity, variants }: ParsedProduct): Generator<FieldProblem> {
  if (unit_step !== undefined) yield { path: ['unit_step'], message: 'belongs to products sold by the metre' };
  if (min_quantity !== undefined && !Number.isInteger(min_quantity)) {
    yield { path: ['min_quantity'], message: 'must be a whole number of pieces' };
  }
  for (const [at, { quantity, bolts }] of variants.entries()) {
    if (bolts) yield { path: ['variants', at, 'bolts'], message: 'belong to products sold by the metre' };
    if (!Number.isInteger(quantity)) {
      yield { path: ['variants', at, 'quantity'], message: 'must be a whole number of pieces' };
    }
  }
}
