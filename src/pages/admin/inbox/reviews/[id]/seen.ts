import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { markReviewSeen } from '#lib/customers/reviews/write-reviews.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  run: (shop, { id, version }) => markReviewSeen(shop, id, version),
  successMessage: 'The review is marked as seen.',
  redirectTo: '/admin/inbox',
});
