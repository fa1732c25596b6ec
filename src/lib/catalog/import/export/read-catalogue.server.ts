import { reviewRecord, taxonomyRecord } from '#lib/catalog/import/export/stored-records.ts';
import type { CatalogueRecord, ReviewRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { reviewId } from '#lib/catalog/import/save/save-reviews.server.ts';
import { PRODUCT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import { formerSlugs } from '#lib/catalog/products/former-slugs.server.ts';
import { loadProducts } from '#lib/catalog/products/stored-products.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const ROWS_PER_QUERY = 500;

/** Yields the records of the catalogue without hidden reviews, in the order that an import needs. */
export async function* readCatalogue(db: ShopDatabase): AsyncIterable<CatalogueRecord> {
  const facetValues = await db.read
    .selectFrom('facet_value')
    .selectAll()
    .where('kind', 'in', PRODUCT_FACETS)
    .orderBy('id')
    .execute();
  const valueById = new Map(facetValues.map((value) => [value.id, value]));
  for (const kind of PRODUCT_FACETS) {
    const valuesOfKind = facetValues.filter((value) => value.kind === kind);
    const parentsFirst = valuesOfKind.sort((a, b) => Number(a.parent_id !== null) - Number(b.parent_id !== null));
    for (const value of parentsFirst) yield taxonomyRecord(kind, value, valueById);
  }
  for await (const ids of productIds(db)) {
    const formerSlugsByProductId = await formerSlugs(db.read, ids);
    for (const product of await loadProducts(db.read, { ids })) {
      const record = recordOf(product, (id) => valueById.get(id)?.slug);
      const former_slugs = formerSlugsByProductId.get(product.row.id);
      yield former_slugs ? { ...record, former_slugs } : record;
    }
  }
  yield* reviews(db);
}

/** Yields the ids of all products in batches, in ascending order. */
export async function* productIds(db: ShopDatabase): AsyncIterable<number[]> {
  for (let lastId = 0; ; ) {
    const query = db.read.selectFrom('product').select('id').where('id', '>', lastId).orderBy('id');
    const rows = await query.limit(ROWS_PER_QUERY).execute();
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    yield rows.map(({ id }) => id);
    lastId = lastRow.id;
  }
}

async function* reviews(db: ShopDatabase): AsyncIterable<ReviewRecord> {
  for (let lastId = ''; ; ) {
    const rows = await db.read
      .selectFrom('review')
      .innerJoin('product', 'product.id', 'review.product_id')
      .selectAll('review')
      .select('product.slug')
      .where('review.id', '>', lastId)
      .where('review.hidden', '=', 0)
      .orderBy('review.id')
      .limit(ROWS_PER_QUERY)
      .execute();
    for (const row of rows) {
      const record = reviewRecord(row);
      // An import derives the same id from the record, unless the stored review has an id of its own.
      yield reviewId(record) === row.id ? record : { ...record, id: row.id };
    }
    const lastRow = rows.at(-1);
    if (!lastRow) return;
    lastId = lastRow.id;
  }
}
