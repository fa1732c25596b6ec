import type { Kysely } from 'kysely';
import type { ProductValues } from '#lib/catalog/admin/product-values.ts';
import { saleSchedules } from '#lib/catalog/products/sale-schedules.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';

/**
 * Reads the values of products that bulk actions and sales use, by product id. Products that don't exist are missing
 * from the map.
 */
export async function readProductValues(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<Map<number, ProductValues>> {
  if (ids.length === 0) return new Map();
  const products = await db
    .selectFrom('product')
    .select(['id', 'slug', 'name', 'status', 'held_back', 'categories_json', 'options_json'])
    .where('id', 'in', ids)
    .execute();
  const rows = await db
    .selectFrom('variant')
    .select(['id', 'product_id', 'sku', 'values_json', 'price_paise', 'sale_price_paise'])
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('position')
    .execute();
  const sales = await saleSchedules(db, ids);
  const variants = Map.groupBy(rows, (row) => row.product_id);
  return new Map(
    products.map(({ id, slug, name, status, held_back, categories_json, options_json }) => [
      id,
      {
        ...{ id, slug, name, status: held_back === 1 ? 'active' : status, categories: JSON.parse(categories_json) },
        ...{ options: JSON.parse(options_json), sale: sales.get(id) },
        variants: (variants.get(id) ?? []).map((variant) => ({
          ...{ id: variant.id, sku: variant.sku ?? undefined, values: JSON.parse(variant.values_json) },
          ...{ pricePaise: variant.price_paise, salePaise: variant.sale_price_paise },
        })),
      },
    ]),
  );
}
