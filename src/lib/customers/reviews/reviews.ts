import { countText } from '#lib/primitives/plural.ts';

// Texts and limits: product.md, "Reviews".
export const REVIEW_MESSAGES = {
  loginFirst: 'Please log in to submit a review.',
  ratingRequired: 'Please select a rating.',
  summaryRequired: 'Please enter a summary.',
  summaryLong: 'Summary must be at most 2000 characters.',
} as const;

export const REVIEW_SUBMITTED = 'Review submitted successfully.';
export const REVIEW_FAILED = 'An error occurred while submitting your review.';
export const REVIEW_DELETED = 'Review deleted.';
export const REVIEW_DELETE_FAILED = 'Something went wrong while deleting the review.';
export const REVIEW_NOT_FOUND = 'Review not found';

export const CONFIRM_DELETION = {
  heading: 'Confirm Deletion',
  question: 'Are you sure you want to delete this review? This action cannot be undone.',
  cancel: 'Cancel',
  remove: 'Delete',
} as const;

export const SUMMARY_MAX_CHARACTERS = 2_000;
export const REVIEWS_PER_PAGE = 10;
export const RATINGS = [5, 4, 3, 2, 1] as const;

export const REVIEW_SORTS = ['latest', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];
export const REVIEW_SORT_LABELS: Record<ReviewSort, string> = {
  latest: 'Newest',
  highest: 'Best rating',
  lowest: 'Lowest rating',
};

export const FITS = ['small', 'true', 'large'] as const;
export type Fit = (typeof FITS)[number];
export const FIT_NAMES: Record<Fit, string> = { small: 'Runs small', true: 'True to size', large: 'Runs large' };

export interface ReviewInput {
  rating: number;
  summary: string;
  /** The id or the slug of the product. */
  product: number | string;
  fit?: Fit;
}

export interface ReviewJson {
  _id: string;
  /** `_id` is null for an imported review. */
  customer: { _id: string | null; name: string; featured_image: string | null };
  product: { _id: string; name: string; slug: string };
  rating: number;
  summary: string;
  fit: Fit | null;
  verified: boolean;
  created_at: string;
  updated_at: string | null;
}

export interface ReviewSummary {
  average_rating: number;
  rating_count: number;
  histogram: { rating: number; count: number }[];
  fit: Record<Fit, number>;
}

/** Returns the description of a product's reviews for search engines. */
export function reviewsDescription(productName: string, count: number): string {
  const about = `${productName}: fit, cloth and washing`;
  return count === 0 ? `Reviews of ${about}` : `What ${countText(count, 'customer says', 'customers say')} of ${about}`;
}

export function reviewSort(text: string | null): ReviewSort {
  return REVIEW_SORTS.find((sort) => sort === text) ?? 'latest';
}

/** Returns, for example, "True to size, say 4 of 5", or undefined for fewer than `MIN_FIT_ANSWERS` answers. */
export function fitSummary(fit: Record<Fit, number>): string | undefined {
  const total = fit.small + fit.true + fit.large;
  if (total < MIN_FIT_ANSWERS) return undefined;
  const [mostCommonFit, count] = FITS.map((name) => [name, fit[name]] as const).reduce((a, b) => (b[1] > a[1] ? b : a));
  return `${FIT_NAMES[mostCommonFit]}, say ${count} of ${total}`;
}

const MIN_FIT_ANSWERS = 3;

/** Returns the page number in a URL; 1 if it is missing or invalid. */
export function pageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
