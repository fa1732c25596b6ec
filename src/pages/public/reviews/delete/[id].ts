import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { reviewIdSchema } from '#lib/customers/reviews/reviews.schema.ts';
import { REVIEW_DELETED } from '#lib/customers/reviews/reviews.ts';
import { deleteReview } from '#lib/customers/reviews/write-reviews.server.ts';

export const POST = customerEndpoint({
  input: reviewIdSchema,
  run: (shop, { id }, customer) => deleteReview(shop, id, customer.id),
  successMessage: REVIEW_DELETED,
  redirectTo: '/account/reviews',
});
