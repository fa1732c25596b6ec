import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { ATTRIBUTES } from '#lib/catalog/listing-index/facets/facets.ts';
import { formerSlugs } from '#lib/catalog/products/former-slugs.server.ts';
import type { SaleSchedule } from '#lib/catalog/products/sale-schedule.ts';
import { saleSchedules } from '#lib/catalog/products/sale-schedules.server.ts';
import { loadProducts, type StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import type { ProductTable, Tables } from '#lib/platform/db/query/tables.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const NOT_FOUND = 'There is no such product.';
const CONFLICT_ADVICE = 'Compare it with what you typed, and save again.';

export interface ProductToEdit {
  stored: StoredProduct;
  record: CleanProduct;
  /** The sale that is planned or has begun, if there is one. */
  sale: SaleSchedule | undefined;
  /** A hash of the editable data. Forms send the hash back, so that a change by somebody else is detected. */
  version: number;
}

/** Reads a product for editing. Throws a ShopError `not_found` if there is no such product. */
export async function readProduct(db: Kysely<Tables>, id: number): Promise<ProductToEdit> {
  const [stored] = Number.isSafeInteger(id) ? await loadProducts(db, { ids: [id] }) : [];
  if (!stored) throw new ShopError('not_found', NOT_FOUND);
  const [slugByValueId, sales] = await Promise.all([slugsOfValues(db, stored), saleSchedules(db, [id])]);
  const record = recordOf(stored, (id) => slugByValueId.get(id));
  const sale = sales.get(id);
  return { stored, record, sale, version: versionOf(stored, record, sale) };
}

/** Throws a ShopError `conflict` if somebody else has changed the product since the form was shown. */
export function rejectOutdatedVersion(product: ProductToEdit, version: number): void {
  if (product.version !== version) throw changedMeanwhile('product', CONFLICT_ADVICE);
}

/** Returns a hash of the data that people edit. The number of units sold, reviews and stock do not change it. */
function versionOf(
  { variants }: StoredProduct,
  { sold: _, ...record }: CleanProduct,
  sale: SaleSchedule | undefined,
): number {
  const editableVariants = record.variants.map(({ quantity: _quantity, bolts: _bolts, ...variant }) => variant);
  const shelves = variants.map(({ shelf }) => shelf ?? null);
  const saleTimes = sale && [sale.updatedAt, sale.startedAt];
  const editableJson = JSON.stringify({ ...record, variants: editableVariants, shelves, planned: saleTimes });
  return Number.parseInt(createHash('sha256').update(editableJson).digest('hex').slice(0, 12), 16);
}

/**
 * Returns the former slugs without the current slug. The current slug is among the former slugs if the product has an
 * old URL again.
 */
export async function redirectingSlugs(
  db: Kysely<Tables>,
  { id, slug }: Pick<ProductTable, 'id' | 'slug'>,
): Promise<string[]> {
  const slugsById = await formerSlugs(db, [id]);
  return (slugsById.get(id) ?? []).filter((formerSlug) => formerSlug !== slug);
}

async function slugsOfValues(db: Kysely<Tables>, { row }: StoredProduct): Promise<Map<number, string>> {
  const ids = [row.brand_id, ...ATTRIBUTES.map((name) => row[`${name}_id`])].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const facetValues = await db.selectFrom('facet_value').select(['id', 'slug']).where('id', 'in', ids).execute();
  return new Map(facetValues.map(({ id, slug }) => [id, slug]));
}
