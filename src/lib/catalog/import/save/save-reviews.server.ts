import { createHash } from 'node:crypto';
import type { ReviewPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { fieldChanges } from '#lib/catalog/import/record/record-changes.ts';
import { countEntry } from '#lib/catalog/import/record/save-report.ts';
import { isSameReview, reviewRow } from '#lib/catalog/import/save/review-row.ts';
import type { Indexed, SaveContext } from '#lib/catalog/import/save/save-context.ts';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { insertRows } from '#lib/platform/db/insert-rows.server.ts';
import type { ReviewTable } from '#lib/platform/db/query/tables.ts';

/** Saves reviews. A review without an id is identified by its product, author and date. */
export async function saveReviews(context: SaveContext, items: Indexed<ReviewPatch>[]): Promise<void> {
  if (items.length === 0) return;
  const { tx, result, tags } = context;
  const productIdBySlug = await productIdsBySlug(context, [...new Set(items.map(({ record }) => record.product))]);
  const reviewById = new Map<string, ReviewItem>();
  for (const { index, record } of items) {
    const productId = productIdBySlug.get(record.product);
    if (productId === undefined)
      result.problems.push({ index, message: `review of an unknown product "${record.product}"` });
    else reviewById.set(reviewId(record), { index, record, productId });
  }
  const slugById = new Map([...productIdBySlug].map(([slug, id]) => [id, slug]));
  const changedProductIds = await writeReviews(context, reviewById);
  if (context.dryRun) return;
  for (const productId of changedProductIds) tags.add(`product:${slugById.get(productId)}`);
  await updateRatings(tx, changedProductIds, context.version);
  if (changedProductIds.size > 0) tags.add('list');
}

/** Recomputes the ratings of products from their visible reviews. */
export async function updateRatings(tx: Tx, productIds: Iterable<number>, version: number): Promise<void> {
  for (const ids of chunks([...productIds])) {
    const ratings = await tx
      .selectFrom('review')
      .select((eb) => ['product_id', eb.fn.sum('rating').as('sum'), eb.fn.countAll().as('count')])
      .where('product_id', 'in', ids)
      .where('hidden', '=', 0)
      .groupBy('product_id')
      .execute();
    const ratingByProduct = new Map(ratings.map((row) => [row.product_id, row]));
    for (const id of ids) {
      const rating = ratingByProduct.get(id);
      await tx
        .updateTable('product')
        .set({ rating_sum: Number(rating?.sum ?? 0), rating_count: Number(rating?.count ?? 0), version })
        .where('id', '=', id)
        .execute();
    }
  }
}

/** Returns the id in the record, or an id derived from the product, author and date if there is none. */
export function reviewId(record: Pick<ReviewPatch, 'id' | 'product' | 'name' | 'created_at'>): string {
  if (record.id) return record.id;
  const key = JSON.stringify([record.product, record.name, record.created_at]);
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

async function writeReviews(
  { tx, result, dryRun }: SaveContext,
  reviewById: ReadonlyMap<string, ReviewItem>,
): Promise<Set<number>> {
  const changedProductIds = new Set<number>();
  const newRows: ReviewTable[] = [];
  for (const ids of chunks([...reviewById.keys()])) {
    const storedRows = await tx.selectFrom('review').selectAll().where('id', 'in', ids).execute();
    const rowById = new Map(storedRows.map((row) => [row.id, row]));
    for (const id of ids) {
      const { index, record, productId } = reviewById.get(id)!;
      const before = rowById.get(id);
      const newRow = reviewRow(record, { id, productId, before });
      if (before && isSameReview(before, newRow)) {
        countEntry(result, 'reviews', 'unchanged');
        continue;
      }
      changedProductIds.add(productId);
      countEntry(result, 'reviews', before ? 'updated' : 'created');
      if (dryRun) {
        dryRun.plannedEntries.push({
          kind: 'review',
          index,
          id,
          name: `${record.product}: ${record.name}`,
          effect: before ? 'changed' : 'new',
          changes: before ? fieldChanges(shownReview(before), shownReview(record)) : [],
          before: before ?? null,
          after: record,
        });
        continue;
      }
      if (before) await tx.updateTable('review').set(newRow).where('id', '=', id).execute();
      else newRows.push(newRow);
      if (before && before.product_id !== productId) changedProductIds.add(before.product_id);
    }
  }
  await insertRows(tx, 'review', newRows);
  return changedProductIds;
}

type ReviewItem = Indexed<ReviewPatch> & { productId: number };

async function productIdsBySlug({ tx, dryRun }: SaveContext, slugs: string[]): Promise<Map<string, number>> {
  const idBySlug = new Map<string, number>();
  for (const slugChunk of chunks(slugs)) {
    const rows = await tx.selectFrom('product').select(['id', 'slug']).where('slug', 'in', slugChunk).execute();
    for (const row of rows) if (!dryRun?.formerSlugs.has(row.slug)) idBySlug.set(row.slug, row.id);
    // A dry run does not write new products, so they have no ids yet.
    for (const slug of slugChunk) if (!idBySlug.has(slug) && dryRun?.slugs.has(slug)) idBySlug.set(slug, -1);
  }
  return idBySlug;
}

function shownReview({ name, rating, summary }: Pick<ReviewTable, 'name' | 'rating' | 'summary'>) {
  return { name, rating, summary };
}
