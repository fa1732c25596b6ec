import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { reviewSchema } from '#lib/customers/reviews/reviews.schema.ts';
import { REVIEW_MESSAGES, REVIEW_SUBMITTED } from '#lib/customers/reviews/reviews.ts';
import { createReview } from '#lib/customers/reviews/write-reviews.server.ts';

export const POST = customerEndpoint({
  loginMessage: REVIEW_MESSAGES.loginFirst,
  input: reviewSchema,
  oldInputFields: ['rating', 'summary', 'fit'],
  errorRedirectTo: (textOf) => `/account/reviews/edit?product=${encodeURIComponent(textOf('product'))}`,
  run: createReview,
  successMessage: REVIEW_SUBMITTED,
});
