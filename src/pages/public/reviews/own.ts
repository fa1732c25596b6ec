import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { ownReview } from '#lib/reviews/read-reviews.server.ts';
import { ownReviewSchema } from '#lib/reviews/reviews.schema.ts';

/** The caller's review of `?product=`, or null: what the form of `editreview` is filled with. */
export const GET = customerEndpoint({
  input: ownReviewSchema,
  run: async ({ db }, { product }, customer) => (await ownReview(db, customer.id, product)) ?? null,
});
