import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { saveContact } from '#lib/sales/manual-orders/draft-customer.server.ts';
import { DRAFT_CONTACT } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { draftPath } from '#lib/sales/manual-orders/manual-order.ts';

export const POST = adminEndpoint({
  input: DRAFT_CONTACT,
  run: saveContact,
  done: 'The customer was saved.',
  formGoesTo: (draft) => `${draftPath(draft)}#customer`,
  keepsOldInput: ['source', 'contactName', 'contactMobile', 'contactEmail', 'handover', 'note'],
});
