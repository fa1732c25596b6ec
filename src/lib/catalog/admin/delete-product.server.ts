import { sql } from 'kysely';
import { lockProduct, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import { type ProductToEdit, readProduct, redirectingSlugs } from '#lib/catalog/admin/read-product.server.ts';
import { removeVariants } from '#lib/catalog/inventory/write-variants.server.ts';
import { lockCatalogue, setCatalogueVersion } from '#lib/catalog/products/catalogue-version.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { stockText } from '#lib/primitives/metres.ts';
import { countText } from '#lib/primitives/plural.ts';

type ReadDatabase = ShopDatabase['write'] | Tx;

/**
 * Returns what a deletion would remove, such as "3 pictures", and the reason (`refusal`) if the product can’t be deleted.
 * Changes nothing. Throws `not_found` if there is no such product.
 */
export async function previewDeletion({ db, now }: Pick<Shop, 'db' | 'now'>, id: number) {
  const product = await readProduct(db.write, id);
  const { record, version } = product;
  const refusal = await deletionRefusal(db.write, product, now());
  const paths = (await slugsOf(db.write, product)).map((slug) => `/products/${slug}`);
  return { name: record.name, version, refusal, parts: await partsOf(db.write, product, paths) };
}

/**
 * Deletes a draft with everything that belongs to it, unless an order, an order that staff are creating, an exchange, a
 * cart or an active coupon refers to the draft. The files of its pictures are removed later, if nothing else uses them.
 * Returns the product's name. Throws `not_found` if there is no such product, and `conflict` if the product has changed
 * since `version` or can't be deleted.
 */
export async function deleteProduct(
  shop: ProductShop & Pick<Shop, 'pictures'>,
  id: number,
  version: number,
): Promise<{ name: string }> {
  const { db, now, pictures } = shop;
  const at = now();
  const { name, unusedHashes } = await transaction(db, async (tx) => {
    const product = await lockProduct(tx, id, version);
    const refusal = await deletionRefusal(tx, product, at);
    if (refusal !== undefined) throw new ShopError('conflict', refusal);
    const { record, stored } = product;
    const slugs = await slugsOf(tx, product);
    const paths = slugs.map((slug) => `/products/${slug}`);
    const parts = await partsOf(tx, product, paths);
    const variantIds = stored.variants.map((variant) => variant.id);
    await removeVariants(tx, variantIds, { why: 'removed', at });
    await tx.deleteFrom('search_redirect').where('path', 'in', paths).execute();
    await tx.deleteFrom('bulk_action_row').where('record_id', '=', String(id)).where(isOfProductBulkAction).execute();
    await tx.deleteFrom('product').where('id', '=', id).execute();
    const event = { action: 'delete product', record: { kind: 'product', id: record.slug } };
    await recordAudit(tx, { ...event, before: { name: record.name, with: parts.join(', ') } }, at);
    await setCatalogueVersion(tx, (await lockCatalogue(tx)) + 1);
    await invalidate(
      tx,
      slugs.map((slug) => `product:${slug}`),
    );
    const hashes = stored.pictures.flatMap(({ hash }) => hash ?? []);
    return { name: record.name, unusedHashes: await hashesNotInOrders(tx, hashes) };
  });
  await pictures.unconfirm(unusedHashes);
  return { name };
}

/** The time after which all processes have removed the product from their lists. */
const LISTS_UPDATED_AFTER_MS = MINUTE_MS;

async function deletionRefusal(db: ReadDatabase, { stored }: ProductToEdit, at: number): Promise<string | undefined> {
  const { id, status, updated_at } = stored.row;
  if (status !== 'draft') return 'It is for sale. Set it to draft first.';
  const variantIds = stored.variants.map((variant) => variant.id);
  // There is no index on the products of order lines, so the first query reads all order lines.
  const [orders, exchanges, carts, drafts, coupon] = await Promise.all([
    db.selectFrom('order_line').select('order_id').where('product_id', '=', id).limit(1).execute(),
    db.selectFrom('exchange_line').select('exchange_id').where('product_id', '=', id).limit(1).execute(),
    db.selectFrom('cart_line').select('id').where('variant_id', 'in', variantIds).limit(1).execute(),
    db.selectFrom('draft_order_line').select('draft_id').where('variant_id', 'in', variantIds).limit(1).execute(),
    couponLimitedTo(db, id),
  ]);
  const draftNotice = 'It stays a draft, which shoppers don’t see.';
  if (orders.length > 0) return `It was ordered, and is still needed for returns and invoices. ${draftNotice}`;
  if (exchanges.length > 0) return `It is in exchanges. ${draftNotice}`;
  if (carts.length > 0) return `It is in the cart of a shopper. ${draftNotice}`;
  if (drafts.length > 0) return `It is in an order that staff are creating. ${draftNotice}`;
  if (coupon !== undefined) return `The coupon ${coupon} is limited to it. Change the coupon first.`;
  if (at - updated_at < LISTS_UPDATED_AFTER_MS)
    return 'It was changed less than a minute ago. Wait a minute, then try again.';
  return undefined;
}

async function couponLimitedTo(db: ReadDatabase, id: number): Promise<string | undefined> {
  const coupons = db.selectFrom('coupon').select(['code', 'products_json']).where('products_json', '<>', '[]');
  const rows = await coupons.where('active', '=', 1).execute();
  return rows.find(({ products_json }) => (JSON.parse(products_json) as number[]).includes(id))?.code;
}

/** Returns the things that are deleted with the product, such as "3 pictures". */
async function partsOf(
  db: ReadDatabase,
  { record, stored, sale }: ProductToEdit,
  paths: readonly string[],
): Promise<string[]> {
  const { id } = stored.row;
  const variantIds = stored.variants.map((variant) => variant.id);
  const count = sql<number | string>`count(*)`.as('count');
  const [reviews, wishes, requests, searches] = await Promise.all([
    db.selectFrom('review').select(count).where('product_id', '=', id).executeTakeFirstOrThrow(),
    db.selectFrom('wishlist_entry').select(count).where('product_id', '=', id).executeTakeFirstOrThrow(),
    db.selectFrom('restock_request').select(count).where('variant_id', 'in', variantIds).executeTakeFirstOrThrow(),
    db.selectFrom('search_redirect').select(count).where('path', 'in', paths).executeTakeFirstOrThrow(),
  ]);
  const stock = stored.variants.reduce((sum, { quantity }) => sum + quantity, 0);
  const boltCount = [...stored.bolts.values()].flat().length;
  const counts: [n: number, noun: string, plural?: string][] = [
    [stored.variants.length, 'variant'],
    [boltCount, 'bolt'],
    [stored.pictures.length, 'picture'],
    [Number(reviews.count), 'review'],
    [Number(wishes.count), 'wishlist entry', 'wishlist entries'],
    [Number(requests.count), 'back-in-stock request'],
    [paths.length - 1, 'former address', 'former addresses'],
    [Number(searches.count), 'search redirect'],
    [sale ? 1 : 0, 'planned sale'],
  ];
  const parts = counts.flatMap(([n, noun, plural]) => (n > 0 ? [countText(n, noun, plural)] : []));
  return stock > 0 ? [...parts, `stock of ${stockText(record.sell_unit ?? 'piece', stock)}`] : parts;
}

/** Returns the slug of the product, and the former slugs that redirect to it. */
async function slugsOf(db: ReadDatabase, { record, stored }: ProductToEdit): Promise<string[]> {
  return [record.slug, ...(await redirectingSlugs(db, stored.row))];
}

const isOfProductBulkAction = sql<boolean>`bulk_id in (select id from bulk_action where subject = 'product')`;

/**
 * Returns the hashes of the pictures that no order shows. An order may show one of them because a copy of the product
 * with the same pictures was ordered.
 */
async function hashesNotInOrders(tx: Tx, hashes: readonly string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const orderRows = await tx
    .selectFrom('order_line')
    .select('picture_hash')
    .distinct()
    .where('picture_hash', 'in', hashes)
    .execute();
  const orderedHashes = new Set(orderRows.map(({ picture_hash }) => picture_hash));
  return hashes.filter((hash) => !orderedHashes.has(hash));
}
