import type { ProductPatch, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { ATTRIBUTES } from '#lib/catalog/listing-index/facets/facets.ts';

const FIELDS = [
  'brand',
  'collections',
  ...ATTRIBUTES,
  'content',
  'long_content',
  'details',
  'size_fit',
  'color_notes',
  'care',
  'tags',
  'fibre',
  'origin',
  'maker',
  'unit_step',
  'min_quantity',
  'featured',
  'status',
  'options',
  'images',
  'seo_title',
  'seo_description',
] as const;
const VARIANT_FIELDS = ['sku', 'sale_price', 'pre_order', 'hsn', 'barcode', 'weight_g'] as const;

/** Returns a record that replaces all fields of the stored product: fields that the given record lacks are cleared. */
export function wholeRecord(record: ProductRecord): ProductPatch {
  const variants = record.variants.map((variant) => ({ ...nulls(VARIANT_FIELDS), ...definedFields(variant) }));
  return { ...nulls(FIELDS), ...definedFields(record), type: 'product', slug: record.slug, variants };
}

/** Options for saving that make the stored products equal to the records. */
export const EXACT_SAVE = { writesStock: true, removesMissing: true } as const;

function nulls<K extends string>(keys: readonly K[]): Record<K, null> {
  return Object.fromEntries(keys.map((key) => [key, null])) as Record<K, null>;
}

function definedFields<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
