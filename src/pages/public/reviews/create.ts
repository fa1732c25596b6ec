import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { reviewSchema } from '#lib/reviews/reviews.schema.ts';
import { REVIEW_DONE, REVIEW_MESSAGES } from '#lib/reviews/reviews.ts';
import { createReview } from '#lib/reviews/write-reviews.server.ts';

export const POST = customerEndpoint({
  refused: REVIEW_MESSAGES.loginFirst,
  input: reviewSchema,
  keepsOldInput: ['rating', 'summary', 'fit'],
  refusedFormGoesTo: (textOf) => `/account/reviews/edit?product=${encodeURIComponent(textOf('product'))}`,
  run: createReview,
  done: REVIEW_DONE,
});
