import { categoryOptions, categoryTree } from '#lib/catalog/listing/taxonomy.server.ts';
import { PRODUCT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import { currentSlugOf } from '#lib/catalog/products/former-slugs.server.ts';
import { facetName } from '#lib/catalog/search/search.ts';
import { variantsWithSku } from '#lib/catalog/search/sku-search.server.ts';
import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';
import { CHILD_SIZE_PATH, hasChildSize } from '#lib/content/content/child-size.server.ts';
import { publishedSummaries } from '#lib/content/content/journal/journal.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { safeRedirectPath } from '#lib/platform/http/endpoint/safe-redirect-path.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { swatchOffer } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { outfitsOf, readOutfit } from '#lib/sales/cart/outfits.server.ts';

/** A page of the shop to which a search can redirect. */
export interface Destination {
  path: string;
  name: string;
}

type DestinationShop = Pick<Shop, 'db' | 'now'>;

/** Pages that every shop has. */
const FIXED_DESTINATIONS: readonly Destination[] = [
  { path: '/', name: 'Home page' },
  { path: '/products', name: 'All products' },
  { path: '/blogs', name: 'Journal' },
  { path: '/faq', name: 'Questions' },
  { path: '/size-guide', name: 'Size guide' },
  { path: '/contact', name: 'Contact' },
  { path: '/terms-conditions', name: 'Terms' },
  { path: '/privacy-policy', name: 'Privacy policy' },
  { path: '/shipping-policy', name: 'Shipping policy' },
  { path: '/returns-policy', name: 'Returns policy' },
];

/** Returns categories, pages and articles, for a list of suggestions. */
export async function listedDestinations(shop: DestinationShop): Promise<Destination[]> {
  const categories = categoryOptions(await categoryTree(shop.db));
  return [
    ...categories.map(([slug, name]) => ({ path: `/products?category=${slug}`, name })),
    ...(await pageDestinations(shop)),
    ...(await articleDestinations(shop)),
  ];
}

/** Returns the pages that every shop has, and the pages of outfits, swatches and children’s sizes that it offers. */
export async function pageDestinations(shop: DestinationShop): Promise<Destination[]> {
  const outfits = await Promise.all(outfitsOf(shop.db).map(({ slug }) => outfitDestination(shop, slug)));
  return [...offeredPages(shop), ...outfits.flatMap((outfit) => outfit ?? [])];
}

function offeredPages(shop: DestinationShop): Destination[] {
  return [
    ...FIXED_DESTINATIONS,
    ...(hasChildSize(shop) ? [{ path: CHILD_SIZE_PATH, name: 'Child’s size' }] : []),
    ...(swatchOffer(shop.db) ? [{ path: '/swatches', name: 'Swatches' }] : []),
  ];
}

/**
 * Returns the destination at a path of the shop; undefined if shoppers see no page there. For the former URL of a
 * product, returns the current URL.
 */
export async function destinationAt(shop: DestinationShop, path: string): Promise<Destination | undefined> {
  const safePath = safeRedirectPath(path);
  if (safePath === undefined) return undefined;
  const slug = /^\/products\/([^/?#]+)$/.exec(safePath)?.[1];
  if (slug !== undefined) return productDestination(shop, slug);
  const [, kind, value] = /^\/products\?(\w+)=([\w-]+)$/.exec(safePath) ?? [];
  if (kind !== undefined && value !== undefined) return filterDestination(shop, kind, value);
  const outfitSlug = /^\/outfits\/([^/?#]+)$/.exec(safePath)?.[1];
  if (outfitSlug !== undefined) return outfitDestination(shop, outfitSlug);
  return [...offeredPages(shop), ...(await articleDestinations(shop))].find(
    (destination) => destination.path === safePath,
  );
}

/**
 * Returns the destination for input from staff: a path, a full URL, or the SKU or slug of a product; undefined if
 * shoppers see no such page.
 */
export async function destinationFromInput(
  shop: DestinationShop & Pick<Shop, 'settings'>,
  input: string,
): Promise<Destination | undefined> {
  const { siteUrl } = shop.settings;
  const path = input === siteUrl ? '/' : input.startsWith(`${siteUrl}/`) ? input.slice(siteUrl.length) : input;
  if (path.startsWith('/')) return destinationAt(shop, path);
  const productWithSlug = await productDestination(shop, path.toLowerCase());
  if (productWithSlug) return productWithSlug;
  const [variant] = await variantsWithSku(shop.db, path);
  if (!variant) return undefined;
  const { db } = shop;
  const query = db.read.selectFrom('product').select('slug').where('id', '=', variant.product_id);
  return productDestination(shop, (await query.executeTakeFirst())?.slug ?? '');
}

async function productDestination({ db }: DestinationShop, slug: string): Promise<Destination | undefined> {
  const currentSlug = (await currentSlugOf(db, slug)) ?? slug;
  const product = await db.read
    .selectFrom('product')
    .select(['slug', 'name'])
    .where('slug', '=', currentSlug)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return product && { path: `/products/${product.slug}`, name: product.name };
}

async function outfitDestination(shop: DestinationShop, slug: string): Promise<Destination | undefined> {
  const outfitDetails = await readOutfit(shop, slug);
  return outfitDetails && { path: `/outfits/${slug}`, name: `Outfit: ${outfitDetails.outfit.name}` };
}

/** Returns the list of products with this value of a facet, as a destination; undefined if there is no such value. */
async function filterDestination(
  { db }: DestinationShop,
  kind: string,
  slug: string,
): Promise<Destination | undefined> {
  if (!PRODUCT_FACETS.some((facet) => facet === kind)) return undefined;
  const value = await db.read
    .selectFrom('facet_value as value')
    .leftJoin('facet_value as parent', 'parent.id', 'value.parent_id')
    .select(['value.name', 'parent.name as parent'])
    .where('value.kind', '=', kind)
    .where('value.slug', '=', slug)
    .executeTakeFirst();
  if (!value) return undefined;
  return { path: `/products?${kind}=${slug}`, name: facetName({ slug, name: value.name, parent: value.parent ?? '' }) };
}

async function articleDestinations(shop: DestinationShop): Promise<Destination[]> {
  return (await publishedSummaries(shop)).map(({ slug, name }) => ({ path: `/blogs/${slug}`, name }));
}

const MAX_LISTED_REDIRECTS = 200;
const NO_DESTINATION = 'No product, list, outfit, article or other page of the shop has this URL or SKU.';

/** Returns the page to which the owner redirects this search; undefined if there is none that shoppers see. */
export async function searchRedirect(shop: Pick<Shop, 'db' | 'now'>, term: string): Promise<Destination | undefined> {
  const query = shop.db.read.selectFrom('search_redirect').select('path').where('term', '=', normalizeTerm(term));
  const redirect = await query.executeTakeFirst();
  return redirect && destinationAt(shop, redirect.path);
}

export type ListedRedirect = Awaited<ReturnType<typeof listRedirects>>[number];

/**
 * Returns up to 200 redirects, sorted by term. The name is that of the page; undefined if shoppers no longer see a page
 * there, so that the redirect has no effect.
 */
export async function listRedirects(shop: Pick<Shop, 'db' | 'now'>) {
  const rows = await shop.db.read
    .selectFrom('search_redirect')
    .selectAll()
    .orderBy('term')
    .limit(MAX_LISTED_REDIRECTS)
    .execute();
  return Promise.all(
    rows.map(async ({ term, path }) => ({ term, path, name: (await destinationAt(shop, path))?.name })),
  );
}

/**
 * Redirects a search to a page of the shop, and replaces an earlier redirect of this search. `to` is a path, a URL of
 * the shop, or the SKU or slug of a product. Throws a ShopError `invalid` if shoppers see no such page.
 */
export async function addRedirect(
  shop: Pick<Shop, 'db' | 'now' | 'settings'>,
  { term: input, to }: { term: string; to: string },
): Promise<{ term: string; destination: Destination }> {
  const term = normalizeTerm(input);
  const destination = await destinationFromInput(shop, to);
  if (!destination) throw new ShopError('invalid', NO_DESTINATION, { to: NO_DESTINATION });
  await transaction(shop.db, async (tx) => {
    const oldRedirect = await tx
      .selectFrom('search_redirect')
      .select('path')
      .where('term', '=', term)
      .executeTakeFirst();
    const row = { term, path: destination.path, created_at: shop.now() };
    await tx
      .insertInto('search_redirect')
      .values(row)
      .onConflict((on) => on.column('term').doUpdateSet({ path: row.path }))
      .execute();
    const entry = { action: 'redirect search', record: { kind: 'search', id: term }, before: oldRedirect };
    await recordAudit(tx, { ...entry, after: { path: destination.path } }, shop.now());
    // Invalidates cached search suggestions and search pages, which depend on the redirects.
    await invalidate(tx, ['list']);
  });
  return { term, destination };
}

/** Removes a redirect. Throws a ShopError `not_found` if searches for the term are not redirected. */
export async function removeRedirect({ db, now }: Pick<Shop, 'db' | 'now'>, term: string): Promise<void> {
  await transaction(db, async (tx) => {
    const oldRedirect = await tx
      .deleteFrom('search_redirect')
      .where('term', '=', term)
      .returning('path')
      .executeTakeFirst();
    if (!oldRedirect) throw new ShopError('not_found', `Searches for “${term}” are not redirected.`);
    const record = { kind: 'search', id: term };
    await recordAudit(tx, { action: 'remove search redirect', record, before: oldRedirect }, now());
    await invalidate(tx, ['list']);
  });
}

/** Returns the term in lower case and without punctuation. */
function normalizeTerm(term: string): string {
  return wordsOf(term).join(' ');
}
