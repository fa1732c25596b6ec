/** Words, limits and shapes of reviews (product.md, "Reviews"). */
export const REVIEW_MESSAGES = {
  loginFirst: 'Please log in to submit a review.',
  ratingRequired: 'Please select a rating.',
  summaryRequired: 'Please enter a summary.',
  summaryLong: 'Summary must be at most 2000 characters.',
} as const;

export const REVIEW_DONE = 'Review submitted successfully.';
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
export const REVIEWS_A_PAGE = 10;
export const RATINGS = [5, 4, 3, 2, 1] as const;

export const REVIEW_SORTS = ['latest', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];
export const SORT_NAMES: Record<ReviewSort, string> = {
  latest: 'Newest',
  highest: 'Best rating',
  lowest: 'Lowest rating',
};

export const FITS = ['small', 'true', 'large'] as const;
export type Fit = (typeof FITS)[number];
export const FIT_NAMES: Record<Fit, string> = { small: 'Runs small', true: 'True to size', large: 'Runs large' };

/** What a customer sends (product.md, "Reviews"). */
export interface ReviewInput {
  rating: number;
  summary: string;
  /** Id, or slug. */
  product: number | string;
  fit?: Fit | undefined;
}

/** A review as everyone may read it; nobody's address is in it. */
export interface ReviewJson {
  _id: string;
  /** `_id` is null for a review that came with an import. */
  customer: { _id: string | null; name: string; featured_image: string | null };
  product: { _id: string; name: string; slug: string };
  rating: number;
  summary: string;
  fit: Fit | null;
  verified: boolean;
  /** ISO 8601. */
  created_at: string;
  updated_at: string | null;
}

/** What all reviews of a product say together. */
export interface ReviewSummary {
  average_rating: number;
  rating_count: number;
  /** How many gave 5, 4, 3, 2, 1 stars. */
  histogram: { rating: number; count: number }[];
  fit: Record<Fit, number>;
}

export function reviewSort(text: string | null): ReviewSort {
  return REVIEW_SORTS.find((sort) => sort === text) ?? 'latest';
}

/** "Most say: true to size", once a few have said it; undefined while too few have. */
export function fitSummary(fit: Record<Fit, number>): string | undefined {
  const total = fit.small + fit.true + fit.large;
  if (total < FIT_ANSWERS_NEEDED) return undefined;
  const [most, count] = FITS.map((name) => [name, fit[name]] as const).reduce((a, b) => (b[1] > a[1] ? b : a));
  return `${FIT_NAMES[most]}, say ${count} of ${total}`;
}
const FIT_ANSWERS_NEEDED = 3;

/** Pages begin at 1; what is no page is the first. */
export function pageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
