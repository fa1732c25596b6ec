import type { ReviewPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { ReviewTable } from '#lib/platform/db/query/tables.ts';

/**
 * Returns the row for a review record. Values that are absent from the record, or for which records have no field, are
 * copied from the stored review.
 */
export function reviewRow(
  record: ReviewPatch,
  { id, productId, before }: { id: string; productId: number; before: ReviewTable | undefined },
): ReviewTable {
  return {
    id,
    product_id: productId,
    customer_id: before?.customer_id ?? null,
    name: record.name,
    rating: record.rating,
    summary: record.summary,
    fit: (record.fit === undefined ? before?.fit : record.fit) ?? null,
    verified: record.verified === undefined ? (before?.verified ?? 0) : Number(record.verified === true),
    created_at: Date.parse(record.created_at),
    updated_at: before?.updated_at ?? null,
    hidden: before?.hidden ?? 0,
  };
}

export function isSameReview(row: ReviewTable, newRow: ReviewTable): boolean {
  return Object.entries(newRow).every(([column, value]) => row[column as keyof ReviewTable] === value);
}
