import type { ProductRows } from '#lib/catalog/product-rows.server.ts';
import type { SaveContext } from '#lib/catalog/save-catalogue.server.ts';
import type { StoredProduct } from '#lib/catalog/stored-products.server.ts';
import { chunks, insertChunks } from '#lib/db/chunks.ts';
import type { Tx } from '#lib/db/db.server.ts';
import { putSearchDocuments } from '#lib/db/search-table.server.ts';

/** Writes the rows of products, replacing what `stored` says of them, and keeps counters, search and tags in step. */
export async function writeProducts(
  context: SaveContext,
  products: ProductRows[],
  stored: StoredProduct[],
): Promise<void> {
  if (products.length === 0) return;
  const { tx, book, tags } = context;
  await book.flushAdded(tx);
  const written = new Set(products.map(({ row }) => row.id));
  const old = stored.filter(({ row }) => written.has(row.id));
  await forgetOld(context, old, products);
  const oldIds = new Set(old.map(({ row }) => row.id));
  const oldVariantIds = new Set(old.flatMap(({ variants }) => variants.map(({ id }) => id)));
  for (const { row } of products) {
    const { id, ...columns } = row;
    if (oldIds.has(id)) await tx.updateTable('product').set(columns).where('id', '=', id).execute();
  }
  const rows = products.filter(({ row }) => !oldIds.has(row.id)).map(({ row }) => row);
  for (const part of insertChunks(rows)) await tx.insertInto('product').values(part).execute();
  await writeVariants(tx, products, oldVariantIds);
  await writeParts(tx, products);
  for (const { row, facetIds } of products) {
    book.count(facetIds, 1);
    tags.add(`product:${row.slug}`);
  }
  await book.flushCounts(tx);
  const documents = products.map(({ search }) => search);
  await putSearchDocuments(tx, context.engine, documents, oldIds);
  tags.add('list');
}

/** Takes away all parts but the product and the variants that stay, whose rows others refer to. */
async function forgetOld({ tx, book }: SaveContext, old: StoredProduct[], products: ProductRows[]): Promise<void> {
  const kept = new Set(products.flatMap(({ variants }) => variants.map(({ id }) => id)));
  const variantIds = old.flatMap(({ variants }) => variants.map(({ id }) => id));
  for (const ids of chunks(variantIds)) await tx.deleteFrom('bolt').where('variant_id', 'in', ids).execute();
  for (const ids of chunks(variantIds.filter((id) => !kept.has(id)))) {
    await tx.deleteFrom('variant').where('id', 'in', ids).execute();
  }
  for (const ids of chunks(old.map(({ row }) => row.id))) {
    const gone = await tx.deleteFrom('product_facet').where('product_id', 'in', ids).returning('value_id').execute();
    book.count(
      gone.map((row) => row.value_id),
      -1,
    );
    await tx.deleteFrom('picture').where('product_id', 'in', ids).execute();
    await tx.deleteFrom('product_listing').where('product_id', 'in', ids).execute();
  }
}

async function writeVariants(tx: Tx, products: ProductRows[], oldIds: ReadonlySet<number>): Promise<void> {
  const variants = products.flatMap((product) => product.variants);
  for (const { id, ...columns } of variants) {
    if (oldIds.has(id)) await tx.updateTable('variant').set(columns).where('id', '=', id).execute();
  }
  const added = variants.filter(({ id }) => !oldIds.has(id));
  for (const part of insertChunks(added)) await tx.insertInto('variant').values(part).execute();
}

async function writeParts(tx: Tx, products: ProductRows[]): Promise<void> {
  const bolts = products.flatMap((product) =>
    [...product.bolts].flatMap(([variant_id, lengths]) =>
      lengths.map((length_cm, position) => ({ variant_id, position, length_cm })),
    ),
  );
  const facets = products.flatMap(({ row, facetIds }) =>
    [...facetIds].map((value_id) => ({ value_id, product_id: row.id })),
  );
  const pictures = products.flatMap((product) => product.pictures);
  const listings = products.flatMap(({ listing }) => listing ?? []);
  for (const part of insertChunks(bolts)) await tx.insertInto('bolt').values(part).execute();
  for (const part of insertChunks(pictures)) await tx.insertInto('picture').values(part).execute();
  for (const part of insertChunks(facets)) await tx.insertInto('product_facet').values(part).execute();
  for (const part of insertChunks(listings)) await tx.insertInto('product_listing').values(part).execute();
}
