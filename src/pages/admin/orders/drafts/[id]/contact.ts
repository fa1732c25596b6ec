import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { saveContact } from '#lib/sales/manual-orders/draft-customer.server.ts';
import { DRAFT_CONTACT } from '#lib/sales/manual-orders/manual-order.schema.ts';

export const POST = adminEndpoint({
  input: DRAFT_CONTACT,
  run: saveContact,
  successMessage: 'The customer was saved.',
  redirectTo: '/admin/orders/drafts/[id]#customer',
  oldInputFields: ['source', 'contactName', 'contactMobile', 'contactEmail', 'handover', 'note'],
});
