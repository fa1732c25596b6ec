import { expect, it } from 'vitest';
import { reviewSchema } from '#lib/customers/reviews/reviews.schema.ts';
import { fitSummary, pageNumber, reviewsDescription } from '#lib/customers/reviews/reviews.ts';

const VALID_REVIEW = { rating: 4, summary: ' Soft ', product: 7 };
const errorFor = (input: object) => reviewSchema.safeParse(input).error?.issues[0]?.message;

it('accepts a review from JSON and from a form', () => {
  expect(reviewSchema.parse(VALID_REVIEW)).toEqual({ rating: 4, summary: 'Soft', product: 7 });
  const form = { rating: '4', summary: 'Soft', product: '7', fit: '', extra: 'x' };
  expect(reviewSchema.parse(form)).toEqual({ rating: 4, summary: 'Soft', product: 7, fit: undefined });
});

it.each([undefined, null, '', 0, 6, -1, 1.5, '4.5', true, [5], '１'])('rejects the rating %j', (rating) => {
  expect(errorFor({ ...VALID_REVIEW, rating })).toBe('Please select a rating.');
});

it.each([undefined, '', ' \n\t ', 5])('rejects the summary %j', (summary) => {
  expect(errorFor({ ...VALID_REVIEW, summary })).toBe('Please enter a summary.');
});

it('reports a missing rating first, and rejects a summary that is too long', () => {
  expect(errorFor({ product: 7 })).toBe('Please select a rating.');
  expect(errorFor({ ...VALID_REVIEW, summary: 'x'.repeat(2_001) })).toMatch(/at most 2000/);
});

it('summarizes the fit if there are at least three opinions', () => {
  expect(fitSummary({ small: 1, true: 1, large: 0 })).toBeUndefined();
  expect(fitSummary({ small: 2, true: 1, large: 0 })).toBe('Runs small, say 2 of 3');
  expect(fitSummary({ small: 3, true: 1, large: 0 })).toBe('Runs small, say 3 of 4');
});

it('describes reviews for search engines, without a count if there are none', () => {
  expect([0, 1, 2].map((count) => reviewsDescription('Silk Stole', count))).toEqual([
    'Reviews of Silk Stole: fit, cloth and washing',
    'What 1 customer says of Silk Stole: fit, cloth and washing',
    'What 2 customers say of Silk Stole: fit, cloth and washing',
  ]);
});

it('treats an invalid page number as 1', () => {
  expect(['3', '0', '-1', '1e3', null, '9999999'].map(pageNumber)).toEqual([3, 1, 1, 1, 1, 1]);
});
