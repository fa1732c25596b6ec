import type { ReviewPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { isSameReview, reviewRow } from '#lib/catalog/import/save/review-row.ts';
import type { Indexed, SaveContext } from '#lib/catalog/import/save/save-context.ts';
import { reviewId, saveReviews, updateRatings } from '#lib/catalog/import/save/save-reviews.server.ts';
import type { ReviewTable } from '#lib/platform/db/query/tables.ts';

export interface PlannedReview {
  /** The row that was stored when the preview was created, or null if there was none. */
  before: ReviewTable | null;
  record: ReviewPatch;
  /** In an undo, the row that the import replaced, or null if the import added the review. */
  restored?: ReviewTable | null;
}

const CHANGED_SINCE = 'It was changed in the meantime, and stays as it is.';
const DELETED_SINCE = 'It was deleted in the meantime.';

/**
 * Writes reviews as planned, or restores their earlier rows in an undo. If a review has changed since the preview (in
 * an undo, since the import), it is not written, and a problem is added to the result.
 */
export async function savePlannedReviews(
  context: SaveContext,
  items: readonly Indexed<PlannedReview>[],
): Promise<void> {
  if (items.length === 0) return;
  const ids = items.map(({ record: { record } }) => reviewId(record));
  const storedRows = await context.tx.selectFrom('review').selectAll().where('id', 'in', ids).execute();
  const rowById = new Map(storedRows.map((row) => [row.id, row]));
  const unchangedItems = items.filter(({ index, record }) => {
    const current = rowById.get(reviewId(record.record));
    const isUnchanged = isRowUnchanged(current, record);
    if (!isUnchanged) context.result.problems.push({ index, message: current ? CHANGED_SINCE : DELETED_SINCE });
    return isUnchanged;
  });
  const newReviews = unchangedItems.filter(({ record }) => record.restored === undefined);
  await saveReviews(
    context,
    newReviews.map(({ index, record: { record } }) => ({ index, record })),
  );
  const reviewsToRestore = unchangedItems.flatMap(({ record: { record, restored } }) => {
    const current = rowById.get(reviewId(record));
    return current && restored !== undefined ? [{ current, restored }] : [];
  });
  if (reviewsToRestore.length > 0) await restoreReviews(context, reviewsToRestore);
}

/** Returns whether the review is stored as the preview showed it or, in an undo, as the import has written it. */
function isRowUnchanged(currentRow: ReviewTable | undefined, { before, record, restored }: PlannedReview): boolean {
  if (!currentRow) return restored === undefined && !before;
  if (restored === undefined) return before !== null && isSameReview(currentRow, before);
  const { id, product_id: productId } = currentRow;
  return isSameReview(currentRow, reviewRow(record, { id, productId, before: currentRow }));
}

async function restoreReviews(
  { tx, version, tags }: SaveContext,
  reviews: readonly { current: ReviewTable; restored: ReviewTable | null }[],
): Promise<void> {
  for (const { current, restored } of reviews) {
    if (restored) await tx.updateTable('review').set(restored).where('id', '=', current.id).execute();
    else await tx.deleteFrom('review').where('id', '=', current.id).execute();
  }
  const productIds = new Set(
    reviews.flatMap(({ current, restored }) => [current.product_id, restored?.product_id ?? current.product_id]),
  );
  const products = await tx
    .selectFrom('product')
    .select('slug')
    .where('id', 'in', [...productIds])
    .execute();
  for (const { slug } of products) tags.add(`product:${slug}`);
  tags.add('list');
  await updateRatings(tx, productIds, version);
}
