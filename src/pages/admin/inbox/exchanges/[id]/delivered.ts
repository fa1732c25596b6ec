import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';
import { deliverExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  run: (shop, chosen) => deliverExchange(shop, chosen),
  successMessage: ({ number }) => `The new goods of ${number} are delivered. The customer gets an email.`,
  redirectTo: ({ id }) => `/admin/inbox/exchanges/${id}`,
});
