import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { reviewIdSchema } from '#lib/reviews/reviews.schema.ts';
import { REVIEW_DELETED } from '#lib/reviews/reviews.ts';
import { deleteReview } from '#lib/reviews/write-reviews.server.ts';

export const POST = customerEndpoint({
  input: reviewIdSchema,
  run: (shop, { id }, customer) => deleteReview(shop, id, customer.id),
  done: REVIEW_DELETED,
  formGoesTo: '/account/reviews',
});
