import { LRUCache } from 'lru-cache';
import { CatalogueFollower } from '#lib/catalog/listing-index/catalogue-follower.server.ts';
import { changedIds } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { ProductCard } from '#lib/catalog/products/catalog.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { PictureTable, ProductTable } from '#lib/platform/db/query/tables.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';

const MAX_CACHED_CARDS = 3_000;

const CARD_COLUMNS = [
  'id',
  'slug',
  'name',
  'type',
  'price_paise',
  'sale_price_paise',
  'discount_percentage',
  'min_paise',
  'max_paise',
  'colors_json',
  'rating_sum',
  'rating_count',
  'in_stock',
  'pre_order',
  'sell_unit',
  'only_variant_id',
] as const;

type CardRow = Pick<ProductTable, (typeof CARD_COLUMNS)[number]>;

const selectProducts = preparedQuery((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('product')
    .leftJoin('facet_value as brand', 'brand.id', 'product.brand_id')
    .select(CARD_COLUMNS.map((name) => `product.${name}` as const))
    .select('brand.name as brandName')
    .where('product.id', 'in', ids)
    .where('status', '=', 'active'),
);

const selectPictures = preparedQuery((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('picture')
    .select(['product_id', 'hash', 'width', 'height', 'dominant', 'alt', 'color'])
    .where('product_id', 'in', ids)
    .where('hash', 'is not', null)
    // A card shows two pictures. The next two are read to replace pictures without a file.
    .where('position', '<', 4)
    .orderBy('position'),
);

/** Returns the cards of active products, in the order of `ids`. Ids of other products are left out. */
export async function cardsByIds(db: ShopDatabase, ids: readonly number[]): Promise<ProductCard[]> {
  if (ids.length === 0) return [];
  // A standby may lag behind the catalogue version, so its cards must not be cached.
  if (db.standby) return inOrder(ids, await readCards(db, ids));
  return inOrder(ids, await db.memo('cards', () => new CardCache(db)).byIds(ids));
}

/** Caches cards until their products change, because lists with different filters share many products. */
class CardCache extends CatalogueFollower {
  readonly #cards = new LRUCache<number, ProductCard>({ max: MAX_CACHED_CARDS });

  /** Returns the cards of these products, in any order. */
  async byIds(ids: readonly number[]): Promise<ProductCard[]> {
    await this.catchUp();
    const { version } = this;
    const cachedCards = ids.flatMap((id) => this.#cards.get(id) ?? []);
    const missingIds = ids.filter((id) => !this.#cards.has(id));
    if (missingIds.length === 0) return cachedCards;
    const newCards = await readCards(this.db, missingIds);
    // If the catalogue has changed during the read, the cards may be outdated, so they are not cached.
    if (this.version === version) for (const card of newCards) this.#cards.set(card._id, card);
    return [...cachedCards, ...newCards];
  }

  protected async read(since: number | undefined): Promise<() => void> {
    const ids = since === undefined ? [] : await changedIds(this.db, since, MAX_CACHED_CARDS);
    return () => {
      if (ids.length === MAX_CACHED_CARDS) this.#cards.clear();
      else for (const id of ids) this.#cards.delete(id);
    };
  }
}

async function readCards(db: ShopDatabase, ids: readonly number[]): Promise<ProductCard[]> {
  const [products, pictures] = await Promise.all([selectProducts(db.read, { ids }), selectPictures(db.read, { ids })]);
  const picturesById = Map.groupBy(pictures.rows, (picture) => picture.product_id);
  return products.rows.map((row) =>
    cardOf(row, row.brandName, (picturesById.get(row.id) ?? []).flatMap(picturesWithFile)),
  );
}

function inOrder(ids: readonly number[], cards: readonly ProductCard[]): ProductCard[] {
  const cardById = new Map(cards.map((card) => [card._id, card]));
  return ids.flatMap((id) => cardById.get(id) ?? []);
}

export function cardOf(row: CardRow, brand: string | null, pictures: Picture[]): ProductCard {
  return {
    _id: row.id,
    slug: row.slug,
    name: row.name,
    brand: brand ?? undefined,
    picture: pictures[0],
    backPicture: pictures[1],
    type: row.type,
    pricePaise: row.price_paise,
    salePricePaise: row.sale_price_paise ?? undefined,
    discountPercentage: row.discount_percentage,
    minPaise: row.min_paise,
    maxPaise: row.max_paise,
    colors: JSON.parse(row.colors_json),
    averageRating: row.rating_count === 0 ? 0 : Math.round((row.rating_sum / row.rating_count) * 10) / 10,
    ratingCount: row.rating_count,
    inStock: row.in_stock === 1,
    isPreOrder: row.pre_order === 1,
    sellUnit: row.sell_unit,
    onlyVariantId: row.only_variant_id ?? undefined,
  };
}

/** Returns the picture of a row as a list; an empty list if the picture has no file. */
export function picturesWithFile(row: Omit<PictureTable, 'product_id' | 'position' | 'src'>): Picture[] {
  const { hash, width, height, dominant, alt } = row;
  if (hash === null || width === null || height === null) return [];
  return [{ hash, width, height, alt, dominant: dominant ?? '#dddddd', color: row.color ?? undefined }];
}
