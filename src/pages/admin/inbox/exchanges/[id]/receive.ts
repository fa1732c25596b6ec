import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { ARRIVAL } from '#lib/sales/exchanges/decision.schema.ts';
import { receiveExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';

export const POST = adminEndpoint({
  input: ARRIVAL,
  run: (shop, { spoilt, ...exchange }) => receiveExchange(shop, exchange, spoilt !== undefined),
  successMessage: ({ number }) => `The goods from ${number} are back. Now send the new goods.`,
  redirectTo: '/admin/inbox/exchanges/[id]',
});
