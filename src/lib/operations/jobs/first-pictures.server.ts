import { homeRails } from '#lib/catalog/listing/home-rails.server.ts';
import { CARDS_PER_RAIL, newArrivals, topSellers } from '#lib/catalog/listing/recommendations.server.ts';
import { colorOf } from '#lib/catalog/products/buyable-product.ts';
import { picturesByColor } from '#lib/catalog/products/gallery.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import { initialSelection } from '#lib/catalog/products/selection.ts';
import { HOME } from '#lib/content/content/home.schema.ts';
import { publishedSummaries } from '#lib/content/content/journal/journal.server.ts';
import { HOME_ARTICLES } from '#lib/content/content/journal/journal.ts';
import { homeSlides } from '#lib/content/content/slides.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { FULL_WIDTHS, LIGHT_WIDTHS, type Picture } from '#lib/platform/files/pictures/pictures.ts';
import { DESKTOPS, PHONES, requestedWidths, SCREENS } from '#lib/platform/files/pictures/requested-widths.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { PICTURE_SIZES } from '#lib/shop/settings/picture-sizes.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** One width of a picture that a page shows first. */
export interface FirstPicture {
  hash: string;
  /** The width in pixels. */
  width: number;
}

export type PictureContext = Pick<Shop, 'cache' | 'db' | 'now' | 'contentPictures'>;

/** The number of products in a batch. In each batch, pictures for lists are prepared before those for product pages. */
const BATCH_PRODUCTS = 24;

const HOME_PICTURES = {
  async slides(shop) {
    return (await homeSlides(shop)).flatMap(({ tallPicture, widePicture }) => [
      ...requestedPictures(tallPicture, PICTURE_SIZES.slide, { candidates: FULL_WIDTHS.tall, screens: PHONES }),
      ...requestedPictures(widePicture, PICTURE_SIZES.slide, {
        candidates: FULL_WIDTHS.wide,
        screens: tallPicture ? DESKTOPS : SCREENS,
      }),
    ]);
  },
  collections: async ({ db }) => picturesOf((await homeRails(db)).collections, PICTURE_SIZES.tile),
  materials: async ({ db }) => picturesOf((await homeRails(db)).materials, PICTURE_SIZES.tile),
  'new-arrivals': async ({ db }) => picturesOf(await newArrivals(db, CARDS_PER_RAIL), PICTURE_SIZES.railCard),
  'top-sellers': async ({ db }) => picturesOf(await topSellers(db, CARDS_PER_RAIL), PICTURE_SIZES.railCard),
  'why-us': async ({ db, contentPictures }) =>
    requestedPictures(contentPictures.get(shopSettings(db).whyUs.image), PICTURE_SIZES.whyUs),
  async journal(shop) {
    const articles = (await publishedSummaries(shop)).slice(0, HOME_ARTICLES);
    return articles.flatMap(({ image }) => requestedPictures(shop.contentPictures.get(image), PICTURE_SIZES.article));
  },
  features: async () => [],
} satisfies Record<string, (shop: PictureContext) => Promise<FirstPicture[]>>;

/** Yields the first pictures of the home page, in the order of its sections. */
export async function* picturesOfHome(shop: PictureContext): AsyncGenerator<FirstPicture> {
  for (const { shows } of contentOf(shop.db).of(HOME).sections) yield* await HOME_PICTURES[shows](shop);
}

/**
 * Yields the first pictures of the newest `max` products for sale, in lists and on product pages, and the second
 * picture for phones, which show more than half of it. `preparedVersions` maps the ids of prepared products to their
 * versions, and is updated.
 */
export async function* picturesOfProducts(
  db: Shop['db'],
  max: number,
  preparedVersions: Map<number, number>,
): AsyncGenerator<FirstPicture> {
  const newestListings = await db.read
    .selectFrom('product_listing')
    .select(['product_id as id', 'version'])
    .orderBy('created_at', 'desc')
    .orderBy('product_id', 'desc')
    .limit(max)
    .execute();
  const ids = new Set(newestListings.map(({ id }) => id));
  for (const id of preparedVersions.keys()) if (!ids.has(id)) preparedVersions.delete(id);
  const pendingListings = newestListings.filter(({ id, version }) => preparedVersions.get(id) !== version);
  for (let from = 0; from < pendingListings.length; from += BATCH_PRODUCTS) {
    const batch = pendingListings.slice(from, from + BATCH_PRODUCTS);
    const batchIds = batch.map(({ id }) => id);
    const products = await productsByIds(db, batchIds);
    const shownProducts = products.filter(({ inStock, isPreOrder }) => inStock || isPreOrder);
    for (const { picture } of shownProducts) {
      yield* requestedPictures(picture, PICTURE_SIZES.listCard);
      if (picture) yield { hash: picture.hash, width: LIGHT_WIDTHS.card };
    }
    for (const product of shownProducts) {
      const [first, second] = picturesByColor(product.pictures, colorOf(product, initialSelection(product)));
      yield* requestedPictures(first, PICTURE_SIZES.product, { candidates: FULL_WIDTHS.product });
      if (first) yield { hash: first.hash, width: LIGHT_WIDTHS.main };
      yield* requestedPictures(second, PICTURE_SIZES.product, { candidates: FULL_WIDTHS.product, screens: PHONES });
    }
    for (const { id, version } of batch) preparedVersions.set(id, version);
  }
}

function picturesOf(items: readonly { picture?: Picture | undefined }[], sizes: string): FirstPicture[] {
  return items.flatMap(({ picture }) => requestedPictures(picture, sizes));
}

function requestedPictures(
  picture: Picture | undefined,
  sizes: string,
  options?: Parameters<typeof requestedWidths>[2],
): FirstPicture[] {
  if (!picture) return [];
  return requestedWidths(picture, sizes, options).map((width) => ({ hash: picture.hash, width }));
}
