import { sql } from 'kysely';
import { updateRatings } from '#lib/catalog/import/save/save-reviews.server.ts';
import { PRODUCT_NOT_FOUND } from '#lib/catalog/products/catalog.ts';
import { lockCatalogue, setCatalogueVersion } from '#lib/catalog/products/catalogue-version.server.ts';
import type { Customer } from '#lib/customers/auth/sessions/session.server.ts';
import { REVIEW_NOT_FOUND, type ReviewInput } from '#lib/customers/reviews/reviews.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import type { ReviewTable } from '#lib/platform/db/query/tables.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { recordProcessedAction, wasProcessed } from '#lib/platform/http/endpoint/processed-actions.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

type ReviewShop = Pick<Shop, 'db' | 'now'>;

interface ReviewRef {
  _id: string;
  slug: string;
}

/**
 * Creates a review, or replaces the customer's earlier review of the product. A repeated request changes nothing.
 * Returns the id of the review and the slug of the product. Throws a ShopError `not_found` for a product that is not
 * for sale.
 */
export function createReview(
  { db, now }: ReviewShop,
  input: ReviewInput,
  { id: customerId, name }: Pick<Customer, 'id' | 'name'>,
): Promise<ReviewRef> {
  const at = now();
  return transaction(db, async (tx) => {
    const productId = await productIdOf(tx, input.product);
    const product = productId === undefined ? undefined : await lockProduct(tx, productId, 'active');
    if (!product) throw new ShopError('not_found', PRODUCT_NOT_FOUND);
    const verified = (await hasReceived(tx, customerId, product.id)) ? 1 : 0;
    const { rating, summary, fit = null } = input;
    const content = { name, rating, summary, fit, verified, unseen: 1 };
    const existingReview = await tx
      .selectFrom('review')
      .select('id')
      .where('customer_id', '=', customerId)
      .where('product_id', '=', product.id)
      .executeTakeFirst();
    const id = existingReview?.id ?? newId();
    const earlierId = await claimAttempt(db, tx, { action: 'review', newId: id, now: at });
    if (earlierId) return { _id: earlierId, slug: product.slug };
    if (existingReview) {
      const change = { ...content, updated_at: at };
      await tx.updateTable('review').set(change).where('id', '=', id).execute();
    } else {
      const owner = { product_id: product.id, customer_id: customerId };
      await tx
        .insertInto('review')
        .values({ id, ...owner, ...content, hidden: 0, created_at: at })
        .execute();
    }
    await publishRatings(tx, product, at);
    return { _id: id, slug: product.slug };
  });
}

/**
 * Deletes a review. Idempotent. Throws a ShopError `not_found` for an unknown review, or for another customer's review.
 */
export function deleteReview({ db, now }: ReviewShop, reviewId: string, customerId: string): Promise<{ _id: string }> {
  const action = { kind: 'delete review', ownerId: customerId, id: reviewId };
  return transaction(db, async (tx) => {
    if (await wasProcessed(tx, action, now())) return { _id: reviewId };
    const review = await tx
      .selectFrom('review')
      .select('product_id')
      .where('id', '=', reviewId)
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    const product = review && (await lockProduct(tx, review.product_id));
    const { numDeletedRows } = await tx
      .deleteFrom('review')
      .where('id', '=', reviewId)
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow();
    if (!product || numDeletedRows === 0n) throw new ShopError('not_found', REVIEW_NOT_FOUND);
    await recordProcessedAction(tx, action, now());
    await publishRatings(tx, product, now());
    return { _id: reviewId };
  });
}

/**
 * Hides a review or shows it again, and marks it as seen. Throws a ShopError `not_found` for an unknown review, or
 * `conflict` for an outdated version.
 */
export function setReviewHidden(
  { db, now }: ReviewShop,
  reviewId: string,
  isHidden: boolean,
  version?: number,
): Promise<ReviewRef> {
  return transaction(db, async (tx) => {
    const review = await changeReview(tx, reviewId, { hidden: isHidden ? 1 : 0, unseen: 0 }, version);
    const product = await lockProduct(tx, review.product_id);
    if (!product) throw reviewNotFound(reviewId);
    await publishRatings(tx, product, now());
    const action = isHidden ? 'hide review' : 'show review';
    const after = { product: product.slug };
    await recordAudit(tx, { action, record: { kind: 'review', id: reviewId }, after }, now());
    return { _id: reviewId, slug: product.slug };
  });
}

/**
 * Marks a review as seen by staff without changing it. `inTransaction` runs in the same transaction. Throws the same
 * errors as `setReviewHidden`.
 */
export function markReviewSeen(
  { db, now }: ReviewShop,
  reviewId: string,
  version: number,
  inTransaction?: (tx: Tx) => Promise<void>,
): Promise<void> {
  return transaction(db, async (tx) => {
    await inTransaction?.(tx);
    await changeReview(tx, reviewId, { unseen: 0 }, version);
    await recordAudit(tx, { action: 'mark review as seen', record: { kind: 'review', id: reviewId } }, now());
  });
}

async function changeReview(
  tx: Tx,
  id: string,
  change: Pick<ReviewTable, 'unseen'> & Partial<Pick<ReviewTable, 'hidden'>>,
  version: number | undefined,
): Promise<Pick<ReviewTable, 'product_id'>> {
  let query = tx.updateTable('review').set(change).where('id', '=', id).returning('product_id');
  if (version !== undefined) query = query.where(sql<number>`coalesce(updated_at, created_at)`, '=', version);
  const review = await query.executeTakeFirst();
  if (review) return review;
  const existingReview = await tx.selectFrom('review').select('id').where('id', '=', id).executeTakeFirst();
  throw existingReview ? changedMeanwhile('review') : reviewNotFound(id);
}

function reviewNotFound(id: string): ShopError {
  return new ShopError('not_found', `There is no review ${id}.`);
}

async function productIdOf(tx: Tx, idOrSlug: number | string): Promise<number | undefined> {
  if (typeof idOrSlug === 'number') return idOrSlug;
  return (await tx.selectFrom('product').select('id').where('slug', '=', idOrSlug).executeTakeFirst())?.id;
}

async function hasReceived(tx: Tx, customerId: string, productId: number): Promise<boolean> {
  const line = await tx
    .selectFrom('order_line')
    .innerJoin('orders', 'orders.id', 'order_line.order_id')
    .select('order_line.order_id')
    .where('orders.customer_id', '=', customerId)
    .where('orders.delivered_at', 'is not', null)
    .where('order_line.product_id', '=', productId)
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

interface LockedProduct {
  id: number;
  slug: string;
  version: number;
}

/**
 * Locks the catalogue, so that a product's totals include all reviews. Returns undefined for an unknown product, or for
 * a product with another status.
 */
async function lockProduct(tx: Tx, id: number, status?: 'active'): Promise<LockedProduct | undefined> {
  const version = (await lockCatalogue(tx)) + 1;
  const query = tx.selectFrom('product').select('slug').where('id', '=', id);
  const row = await (status ? query.where('status', '=', status) : query).executeTakeFirst();
  return row && { id, slug: row.slug, version };
}

/** Updates the rating of a product, and invalidates the pages that show the product. `at` is the time of the change. */
async function publishRatings(tx: Tx, { id, slug, version }: LockedProduct, at: number): Promise<void> {
  await tx.updateTable('product').set({ updated_at: at }).where('id', '=', id).execute();
  await updateRatings(tx, [id], version);
  await setCatalogueVersion(tx, version);
  await invalidate(tx, [`product:${slug}`, 'list']);
}
