import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { setReviewHidden } from '#lib/customers/reviews/write-reviews.server.ts';

export const POST = recordVersionEndpoint({
  run: (shop, { id, version }) => setReviewHidden(shop, id, false, version),
  successMessage: 'The review is shown again.',
  redirectTo: '/admin/inbox/reviews/[id]',
});
