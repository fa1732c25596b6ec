import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { REJECTION } from '#lib/sales/exchanges/decision.schema.ts';
import { declineExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';

export const POST = adminEndpoint({
  input: REJECTION,
  run: (shop, { reason, ...chosen }) => declineExchange(shop, chosen, reason),
  successMessage: ({ number }) => `The exchange of ${number} is rejected. The customer gets an email.`,
  redirectTo: '/admin/inbox',
  oldInputFields: ['reason'],
});
