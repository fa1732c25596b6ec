import { expect, test } from 'vitest';
import type { ReviewPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { isSameReview, reviewRow } from '#lib/catalog/import/save/review-row.ts';
import { reviewId } from '#lib/catalog/import/save/save-reviews.server.ts';

const RECORD: ReviewPatch = {
  ...{ type: 'review', product: 'kurta', name: 'Asha', rating: 4, summary: 'Soft', created_at: '2026-02-01' },
};
const ROW = {
  ...{ id: 'r1', product_id: 7, customer_id: null, name: 'Asha', rating: 4, summary: 'Soft', fit: null, verified: 0 },
  ...{ created_at: Date.UTC(2026, 1, 1), updated_at: null, hidden: 0 },
};
const STORED = { ...ROW, customer_id: 'c1', fit: 'small', verified: 1, updated_at: 5, hidden: 1 } as const;

test('the row of a new review has the values of its record', () => {
  const rowOf = (change: Partial<ReviewPatch>) =>
    reviewRow({ ...RECORD, ...change }, { id: 'r1', productId: 7, before: undefined });
  expect(rowOf({})).toEqual(ROW);
  expect(rowOf({ fit: 'true', verified: true })).toEqual({ ...ROW, fit: 'true', verified: 1 });
  expect(rowOf({ fit: null, verified: null })).toEqual(ROW);
});

test('the row of a stored review keeps omitted and internal values', () => {
  const rowOf = (change: Partial<ReviewPatch>) =>
    reviewRow({ ...RECORD, ...change }, { id: 'r1', productId: 8, before: STORED });
  expect(rowOf({})).toEqual({ ...STORED, product_id: 8 });
  expect(rowOf({ rating: 5, fit: 'large', verified: false })).toEqual({
    ...{ ...STORED, product_id: 8, rating: 5, fit: 'large', verified: 0 },
  });
  expect(rowOf({ fit: null, verified: null })).toEqual({ ...STORED, product_id: 8, fit: null, verified: 0 });
});

test('two rows are the same review if all their values are equal', () => {
  expect(isSameReview(STORED, { ...STORED })).toBe(true);
  expect(isSameReview(STORED, { ...STORED, product_id: 8 })).toBe(false);
});

test('a review without an id is identified by its product, writer and date', () => {
  const id = reviewId(RECORD);
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(reviewId({ ...RECORD })).toBe(id);
  const otherReviews = [{ product: 'sari' }, { name: 'Usha' }, { created_at: '2026-02-02' }];
  expect(new Set([RECORD, ...otherReviews].map((change) => reviewId({ ...RECORD, ...change }))).size).toBe(4);
  expect(reviewId({ ...RECORD, id: 'own' })).toBe('own');
});
