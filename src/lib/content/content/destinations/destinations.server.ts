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

/** A page of the shop to which a search can lead. */
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

/** Categories, pages and articles, for a list of suggestions. */
export async function listedDestinations(shop: DestinationShop): Promise<Destination[]> {
  return [
    ...(await categoryDestinations(shop)),
    ...(await pageDestinations(shop)),
    ...(await articleDestinations(shop)),
  ];
}

/** Pages that every shop has, and those of its outfits, swatches and sizes of children’s clothes, if it offers them. */
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
 * The destination at a path of the shop; undefined if it has none that shoppers see. Resolves former product addresses.
 */
export async function destinationAt(shop: DestinationShop, path: string): Promise<Destination | undefined> {
  const safePath = safeRedirectPath(path);
  if (safePath === undefined) return undefined;
  const slug = /^\/products\/([^/?#]+)$/.exec(safePath)?.[1];
  if (slug !== undefined) return productDestination(shop, slug);
  const [, kind, value] = /^\/products\?(\w+)=([\w-]+)$/.exec(safePath) ?? [];
  if (kind !== undefined && value !== undefined) return filterDestination(shop, kind, value);
  const outfit = /^\/outfits\/([^/?#]+)$/.exec(safePath)?.[1];
  if (outfit !== undefined) return outfitDestination(shop, outfit);
  return [...offeredPages(shop), ...(await articleDestinations(shop))].find(
    (destination) => destination.path === safePath,
  );
}

/** Like `destinationAt`, for what staff enter: a path, a full address of the shop, or the SKU or slug of a product. */
export async function typedDestination(
  shop: DestinationShop & Pick<Shop, 'settings'>,
  typed: string,
): Promise<Destination | undefined> {
  const { siteUrl } = shop.settings;
  const path = typed === siteUrl ? '/' : typed.startsWith(`${siteUrl}/`) ? typed.slice(siteUrl.length) : typed;
  if (path.startsWith('/')) return destinationAt(shop, path);
  const bySlug = await productDestination(shop, path.toLowerCase());
  if (bySlug) return bySlug;
  const [variant] = await variantsWithSku(shop.db, path);
  if (!variant) return undefined;
  const { db } = shop;
  const product = db.read.selectFrom('product').select('slug').where('id', '=', variant.product_id);
  return productDestination(shop, (await product.executeTakeFirst())?.slug ?? '');
}

async function productDestination({ db }: DestinationShop, slug: string): Promise<Destination | undefined> {
  const current = (await currentSlugOf(db, slug)) ?? slug;
  const product = await db.read
    .selectFrom('product')
    .select(['slug', 'name'])
    .where('slug', '=', current)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return product && { path: `/products/${product.slug}`, name: product.name };
}

async function outfitDestination(shop: DestinationShop, slug: string): Promise<Destination | undefined> {
  const shown = await readOutfit(shop, slug);
  return shown && { path: `/outfits/${slug}`, name: `Outfit: ${shown.outfit.name}` };
}

/** The products with a value of a product's facet, such as a category or a brand. */
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
