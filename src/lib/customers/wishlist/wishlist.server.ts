import type { Kysely } from 'kysely';
import type { ProductDetail } from '#lib/catalog/products/catalog.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import { MAX_ENTRIES, WISHLIST_MESSAGES } from '#lib/customers/wishlist/wishlist.ts';
import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { WishlistEntryTable } from '#lib/platform/db/tables/cart.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { recordProcessedAction, wasProcessed } from '#lib/platform/http/endpoint/processed-actions.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

type WishlistShop = Pick<Shop, 'db' | 'now'>;

export interface WishlistEntry {
  _id: string;
  createdAt: number;
  product: ProductDetail;
}

/** Returns the entries whose products are for sale, newest first. */
export async function readWishlist({ db }: Pick<WishlistShop, 'db'>, customerId: string): Promise<WishlistEntry[]> {
  const rows = await entriesOf(db.write, customerId);
  const products = await productsByIds(
    { read: db.write },
    rows.map((row) => row.product_id),
  );
  const productById = new Map(products.map((product) => [product._id, product]));
  return rows.flatMap((row) => {
    const product = productById.get(row.product_id);
    return product ? [{ _id: row.id, createdAt: row.created_at, product }] : [];
  });
}

/** Returns the ids of all entries and of their products, newest entry first. */
export async function listWishlistProducts({ db }: Pick<WishlistShop, 'db'>, customerId: string) {
  const rows = await entriesOf(db.write, customerId);
  return rows.map((row) => ({ _id: row.id, product: String(row.product_id) }));
}

/**
 * Adds a product by its id or slug. Idempotent: a repeated request does not add a product that was removed in the
 * meantime. Returns the ids of the entry and the product. Throws a ShopError `not_found` for a product that is not for
 * sale, or `conflict` if the wishlist is full.
 */
export function addToWishlist(
  { db, now }: WishlistShop,
  customerId: string,
  idOrSlug: string,
): Promise<{ _id: string; product: string }> {
  return transaction(db, async (tx) => {
    const product = await findProductId(tx, idOrSlug, 'active');
    if (!product) throw new ShopError('not_found', WISHLIST_MESSAGES.productNotSold);
    const entries = await entriesOf(tx, customerId);
    const existingEntry = entries.find(({ product_id }) => product_id === product.id);
    const id = existingEntry?.id ?? newId();
    const earlierId = await claimAttempt(db, tx, { action: 'add wish', newId: id, now: now() });
    if (earlierId) return { _id: earlierId, product: String(product.id) };
    if (!existingEntry && entries.length >= MAX_ENTRIES) throw new ShopError('conflict', WISHLIST_MESSAGES.addFailed);
    await tx
      .insertInto('wishlist_entry')
      .values({ id, customer_id: customerId, product_id: product.id, created_at: now() })
      .onConflict((conflict) => conflict.columns(['customer_id', 'product_id']).doNothing())
      .execute();
    const entry = await tx
      .selectFrom('wishlist_entry')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('product_id', '=', product.id)
      .executeTakeFirstOrThrow();
    return { _id: entry.id, product: String(product.id) };
  });
}

/**
 * Removes a product by its id or slug. Idempotent: a repeated request does not remove a product that was added again.
 * Returns the product's id, or `idOrSlug` for an unknown product or a repeated request.
 */
export function removeProductFromWishlist(
  { db, now }: WishlistShop,
  customerId: string,
  idOrSlug: string,
): Promise<{ product: string }> {
  return transaction(db, async (tx) => {
    const product = await findProductId(tx, idOrSlug);
    const isRepeated = await claimAttempt(db, tx, { action: 'remove wish', newId: idOrSlug, now: now() });
    if (!product || isRepeated) return { product: idOrSlug };
    await tx
      .deleteFrom('wishlist_entry')
      .where('customer_id', '=', customerId)
      .where('product_id', '=', product.id)
      .execute();
    return { product: String(product.id) };
  });
}

/** Finds a product by its id or slug and, if it is given, its status. */
export function findProductId(
  db: Kysely<Tables>,
  idOrSlug: string,
  status?: 'active',
): Promise<{ id: number } | undefined> {
  const isId = /^\d{1,15}$/.test(idOrSlug);
  const query = db
    .selectFrom('product')
    .select('id')
    .where((eb) =>
      isId ? eb.or([eb('id', '=', Number(idOrSlug)), eb('slug', '=', idOrSlug)]) : eb('slug', '=', idOrSlug),
    );
  return (status ? query.where('status', '=', status) : query).executeTakeFirst();
}

/**
 * Removes an entry, and records the action as `actionKind`. Idempotent. Throws a ShopError `not_found` for an unknown
 * entry, or for another customer's entry.
 */
export function removeFromWishlist(
  { db, now }: WishlistShop,
  customerId: string,
  entryId: string,
  actionKind: 'remove wish' | 'move wish' = 'remove wish',
): Promise<{ _id: string }> {
  const action = { kind: actionKind, ownerId: customerId, id: entryId };
  return transaction(db, async (tx) => {
    const deletedRow = await tx
      .deleteFrom('wishlist_entry')
      .where('id', '=', entryId)
      .where('customer_id', '=', customerId)
      .returning('id')
      .executeTakeFirst();
    if (deletedRow) await recordProcessedAction(tx, action, now());
    else if (!(await wasProcessed(tx, action, now()))) {
      throw new ShopError('not_found', WISHLIST_MESSAGES.removeFailed);
    }
    return { _id: entryId };
  });
}

/** Returns whether the entry was already moved to the cart. */
export function wasMoved({ db, now }: WishlistShop, customerId: string, entryId: string): Promise<boolean> {
  const action = { kind: 'move wish', ownerId: customerId, id: entryId };
  return transaction(db, (tx) => wasProcessed(tx, action, now()));
}

/**
 * Returns the id of an entry's product. Throws a ShopError `not_found` for an unknown entry or another customer's
 * entry.
 */
export async function productIdOfEntry({ db }: Pick<Shop, 'db'>, customerId: string, entryId: string): Promise<string> {
  const entry = (await entriesOf(db.write, customerId)).find(({ id }) => id === entryId);
  if (!entry) throw new ShopError('not_found', WISHLIST_MESSAGES.productNotSold);
  return String(entry.product_id);
}

function entriesOf(db: Kysely<Tables>, customerId: string): Promise<WishlistEntryTable[]> {
  return db
    .selectFrom('wishlist_entry')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}
