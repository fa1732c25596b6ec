import { categoryOptions } from '#lib/catalog/listing/category-options.ts';
import { categoryTree } from '#lib/catalog/listing/taxonomy.server.ts';
import { PRODUCT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import { currentSlugOf } from '#lib/catalog/products/former-slugs.server.ts';
import { facetName } from '#lib/catalog/search/search.ts';
import { variantsWithSku } from '#lib/catalog/search/sku-search.server.ts';
import { CHILD_SIZE_PATH, hasChildSize } from '#lib/content/content/child-size.server.ts';
import { publishedSummaries } from '#lib/content/content/journal/journal.server.ts';
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
  return [
    ...(await categoryDestinations(shop)),
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

async function categoryDestinations({ db }: DestinationShop): Promise<Destination[]> {
  const options = categoryOptions(await categoryTree(db));
  return options.map(([slug, name]) => ({ path: `/products?category=${slug}`, name }));
}

async function articleDestinations(shop: DestinationShop): Promise<Destination[]> {
  return (await publishedSummaries(shop)).map(({ slug, name }) => ({ path: `/blogs/${slug}`, name }));
}
