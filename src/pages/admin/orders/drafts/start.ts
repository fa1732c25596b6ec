import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { createDraft } from '#lib/sales/manual-orders/drafts.server.ts';
import { NEW_DRAFT } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { draftPath } from '#lib/sales/manual-orders/manual-order.ts';

export const POST = adminEndpoint({
  input: NEW_DRAFT,
  run: (shop, { source }) => createDraft(shop, source),
  redirectTo: draftPath,
});
