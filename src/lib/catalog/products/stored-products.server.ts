import type { Kysely } from 'kysely';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { PictureTable, ProductTable, Tables, VariantTable } from '#lib/platform/db/query/tables.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';
import { withSafeHtml } from '#lib/platform/html/stored-html.server.ts';

export interface StoredProduct {
  row: ProductTable & { long_content: SafeHtml };
  variants: VariantTable[];
  /** The lengths of the bolts in cm, by the id of the variant. */
  bolts: Map<number, number[]>;
  pictures: PictureTable[];
}

/** Returns products in any status, in the order of their ids. Unknown slugs and ids are ignored. */
export async function loadProducts(
  db: Kysely<Tables>,
  filter: { slugs: string[] } | { ids: number[] },
): Promise<StoredProduct[]> {
  const products: StoredProduct[] = [];
  const query = db.selectFrom('product').selectAll();
  if ('slugs' in filter)
    for (const slugs of chunks(filter.slugs)) {
      const rows = await query.where('slug', 'in', slugs).execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length > 0) products.push(...(await withParts(db, ids, async () => rows)));
    }
  else
    for (const ids of chunks(filter.ids))
      products.push(...(await withParts(db, ids, () => query.where('id', 'in', ids).execute())));
  return products.sort((a, b) => a.row.id - b.row.id);
}

async function withParts(
  db: Kysely<Tables>,
  ids: number[],
  readRows: () => Promise<ProductTable[]>,
): Promise<StoredProduct[]> {
  const [storedRows, variants, pictures] = await Promise.all([
    readRows(),
    db
      .selectFrom('variant')
      .selectAll()
      .where('product_id', 'in', ids)
      .orderBy('product_id')
      .orderBy('position')
      .execute(),
    db
      .selectFrom('picture')
      .selectAll()
      .where('product_id', 'in', ids)
      .orderBy('product_id')
      .orderBy('position')
      .execute(),
  ]);
  const rows = await withSafeHtml(storedRows);
  const clothIds = rows.filter((row) => row.sell_unit === 'metre').map((row) => row.id);
  const bolts = clothIds.length === 0 ? [] : await loadBolts(db, clothIds);
  const variantsByProduct = Map.groupBy(variants, (variant) => variant.product_id);
  const picturesByProduct = Map.groupBy(pictures, (picture) => picture.product_id);
  const boltsByVariant = Map.groupBy(bolts, (bolt) => bolt.variant_id);
  return rows.map((row) => {
    const productVariants = variantsByProduct.get(row.id) ?? [];
    const lengthsOf = (variantId: number) => (boltsByVariant.get(variantId) ?? []).map((bolt) => bolt.length_cm);
    const lengthsById = new Map(productVariants.map(({ id }) => [id, lengthsOf(id)]));
    return { row, variants: productVariants, bolts: lengthsById, pictures: picturesByProduct.get(row.id) ?? [] };
  });
}

function loadBolts(db: Kysely<Tables>, productIds: number[]): Promise<Tables['bolt'][]> {
  return db
    .selectFrom('bolt')
    .innerJoin('variant', 'variant.id', 'bolt.variant_id')
    .select(['bolt.variant_id', 'bolt.position', 'bolt.length_cm'])
    .where('variant.product_id', 'in', productIds)
    .orderBy('bolt.variant_id')
    .orderBy('bolt.position')
    .execute();
}
