import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { ownReview } from '#lib/customers/reviews/read-reviews.server.ts';
import { ownReviewSchema } from '#lib/customers/reviews/reviews.schema.ts';

/** The customer's review of the product in `?product=`, or null. The review prefills the form below the reviews. */
export const GET = customerEndpoint({
  input: ownReviewSchema,
  run: async ({ db }, { product }, customer) => (await ownReview(db, customer.id, product)) ?? null,
});
