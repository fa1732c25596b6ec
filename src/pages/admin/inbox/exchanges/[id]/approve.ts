import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { APPROVAL, chosenVariantIds } from '#lib/sales/exchanges/decision.schema.ts';
import { approveExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { mailNote } from '#lib/sales/orders/mail/mail-note.ts';

/** The form has one field for each line to be exchanged. */
export const POST = adminEndpoint({
  input: APPROVAL,
  run: (shop, { id, version, ...fields }) => approveExchange(shop, { id, version }, chosenVariantIds(fields)),
  successMessage: ({ number, email }) => `The exchange for ${number} is approved.${mailNote(email)}`,
  redirectTo: '/admin/inbox/exchanges/[id]',
});
