import type * as z from 'zod';
import type { recordSchema } from '#lib/catalog/import/record/catalog-record.schema.ts';

/**
 * An entry in a file. If a field is absent, its stored value is kept; if it is null, the value is removed.
 */
export type CatalogueEntry = z.infer<typeof recordSchema>;

/**
 * The fields of a product in a file. Variants are matched by SKU and values, then by SKU, then by values; a single
 * variant with neither a SKU nor values matches the only stored variant. Other stored variants are kept, unless
 * `MergeRules.removesMissing` is true.
 */
export type ProductPatch = Extract<CatalogueEntry, { type: 'product' }>;
export type VariantPatch = NonNullable<ProductPatch['variants']>[number];
export type ReviewPatch = Extract<CatalogueEntry, { type: 'review' }>;
export type TaxonomyPatch = Exclude<CatalogueEntry, ProductPatch | ReviewPatch>;

/** An entry without null, in which the fields `Key` are always present. */
type Complete<Entry, Key extends keyof Entry> = { [K in keyof Entry]: NonNullable<Entry[K]> } & {
  [K in Key]-?: NonNullable<Entry[K]>;
};

/**
 * A record in the shop's interchange format, which has one JSON object per line. Importing an export changes nothing.
 * Amounts are in rupees with at most two decimals, quantities are in pieces or metres, and days have the form
 * YYYY-MM-DD.
 */
export type CatalogueRecord = TaxonomyRecord | ProductRecord | ReviewRecord;

export type TaxonomyRecord = Complete<TaxonomyPatch, 'name'>;

/** The record of a product. It also contains the slug of the product's value for each attribute. */
export interface ProductRecord extends Complete<Omit<ProductPatch, 'variants'>, 'name' | 'categories' | 'sell_unit'> {
  variants: VariantRecord[];
}

export type VariantRecord = Complete<VariantPatch, 'price' | 'quantity'>;
export type ImageRecord = NonNullable<ProductPatch['images']>[number];
export type ReviewRecord = Complete<ReviewPatch, never>;
