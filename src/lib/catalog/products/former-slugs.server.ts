import type { APIContext } from 'astro';
import type { Kysely } from 'kysely';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';

/** Returns the current slug of the active product that formerly had `slug`; undefined if there is no such product. */
export async function currentSlugOf({ read }: Pick<ShopDatabase, 'read'>, slug: string): Promise<string | undefined> {
  const product = await read
    .selectFrom('former_slug')
    .innerJoin('product', 'product.id', 'former_slug.product_id')
    .select('product.slug')
    .where('former_slug.slug', '=', slug)
    .where('product.status', '=', 'active')
    .executeTakeFirst();
  return product?.slug;
}

/**
 * Returns a redirect to the same page of the product that formerly had `slug`, or the 404 page if there is no such
 * product. `subpath` is the part of the page's path after the slug.
 */
export async function responseForFormerSlug(
  page: Pick<APIContext, 'locals' | 'url' | 'redirect' | 'rewrite'>,
  slug: string,
  subpath = '',
): Promise<Response> {
  const currentSlug = await currentSlugOf(page.locals.shop.db, slug);
  return currentSlug
    ? page.redirect(`/products/${currentSlug}${subpath}${page.url.search}`, 301)
    : page.rewrite('/404');
}

/** Adds former slugs to these products. A former slug of another product is moved to the product that now lists it. */
export async function saveFormerSlugs(
  tx: Tx,
  records: Iterable<{ slug: string; former_slugs?: string[] | undefined }>,
): Promise<void> {
  const renamedRecords = [...records].filter(({ former_slugs = [] }) => former_slugs.length > 0);
  for (const batch of chunks(renamedRecords)) {
    const slugs = batch.map(({ slug }) => slug);
    const products = await tx.selectFrom('product').select(['id', 'slug']).where('slug', 'in', slugs).execute();
    const idBySlug = new Map(products.map(({ id, slug }) => [slug, id]));
    for (const { slug, former_slugs = [] } of batch) {
      const product_id = idBySlug.get(slug);
      if (product_id === undefined) continue;
      for (const formerSlug of new Set(former_slugs)) {
        await tx
          .insertInto('former_slug')
          .values({ slug: formerSlug, product_id })
          .onConflict((conflict) => conflict.column('slug').doUpdateSet({ product_id }))
          .execute();
      }
    }
  }
}

/** Returns former slugs by product id. The current slug is among them if the product also had it earlier. */
export async function formerSlugs(db: Kysely<Tables>, productIds: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('former_slug')
    .selectAll()
    .where('product_id', 'in', productIds)
    .orderBy('slug')
    .execute();
  const rowsByProduct = Map.groupBy(rows, (row) => row.product_id);
  return new Map([...rowsByProduct].map(([id, productRows]) => [id, productRows.map(({ slug }) => slug)]));
}
