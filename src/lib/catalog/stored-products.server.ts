import type { Kysely } from 'kysely';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { PictureTable, ProductTable, Tables, VariantTable } from '#lib/platform/db/tables.ts';

export interface StoredProduct {
  row: ProductTable;
  variants: VariantTable[];
  bolts: Map<number, number[]>;
  pictures: PictureTable[];
}

export async function loadProducts(
  db: Kysely<Tables>,
  by: { slugs: string[] } | { ids: number[] },
): Promise<StoredProduct[]> {
  const rows: ProductTable[] = [];
  const query = db.selectFrom('product').selectAll();
  if ('slugs' in by)
    for (const slugs of chunks(by.slugs)) rows.push(...(await query.where('slug', 'in', slugs).execute()));
  else for (const ids of chunks(by.ids)) rows.push(...(await query.where('id', 'in', ids).execute()));
  const products: StoredProduct[] = [];
  for (const part of chunks(rows.sort((a, b) => a.id - b.id))) products.push(...(await withParts(db, part)));
  return products;
}

async function withParts(db: Kysely<Tables>, rows: ProductTable[]): Promise<StoredProduct[]> {
  const ids = rows.map((row) => row.id);
  const variants = await db
    .selectFrom('variant')
    .selectAll()
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('position')
    .execute();
  const pictures = await db
    .selectFrom('picture')
    .selectAll()
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('position')
    .execute();
  const clothIds = rows.filter((row) => row.sell_unit === 'metre').map((row) => row.id);
  const bolts = clothIds.length === 0 ? [] : await loadBolts(db, clothIds);
  const variantsOf = Map.groupBy(variants, (variant) => variant.product_id);
  const picturesOf = Map.groupBy(pictures, (picture) => picture.product_id);
  const boltsOf = Map.groupBy(bolts, (bolt) => bolt.variant_id);
  return rows.map((row) => {
    const own = variantsOf.get(row.id) ?? [];
    const lengths = own.map(({ id }) => [id, (boltsOf.get(id) ?? []).map((bolt) => bolt.length_cm)] as const);
    return { row, variants: own, bolts: new Map(lengths), pictures: picturesOf.get(row.id) ?? [] };
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
