import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { REJECTION } from '#lib/sales/exchanges/decision.schema.ts';
import { declineExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { mailNote } from '#lib/sales/orders/mail/mail-note.ts';

export const POST = adminEndpoint({
  input: REJECTION,
  run: (shop, { reason, ...exchange }) => declineExchange(shop, exchange, reason),
  successMessage: ({ number, email }) => `The exchange for ${number} is rejected.${mailNote(email)}`,
  redirectTo: '/admin/inbox',
  oldInputFields: ['reason'],
});
