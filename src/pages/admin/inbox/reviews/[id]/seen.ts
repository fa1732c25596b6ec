import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { markReviewSeen } from '#lib/customers/reviews/write-reviews.server.ts';

export const POST = recordVersionEndpoint({
  run: (shop, { id, version }) => markReviewSeen(shop, id, version),
  successMessage: 'The review is marked as seen.',
  redirectTo: '/admin/inbox',
});
