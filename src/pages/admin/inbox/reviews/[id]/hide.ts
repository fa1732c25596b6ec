import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { setReviewHidden } from '#lib/customers/reviews/write-reviews.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  run: (shop, { id, version }) => setReviewHidden(shop, id, true, version),
  successMessage: 'The review is hidden.',
  redirectTo: '/admin/inbox/reviews/[id]',
});
