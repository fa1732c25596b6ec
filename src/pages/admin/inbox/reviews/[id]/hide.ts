import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { setReviewHidden } from '#lib/customers/reviews/write-reviews.server.ts';

export const POST = recordVersionEndpoint({
  run: (shop, { id, version }) => setReviewHidden(shop, id, true, version),
  successMessage: 'The review is hidden.',
  redirectTo: '/admin/inbox/reviews/[id]',
});
