import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { EXCHANGE_PARCEL } from '#lib/sales/exchanges/decision.schema.ts';
import { shipExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';

export const POST = adminEndpoint({
  input: EXCHANGE_PARCEL,
  run: (shop, { id, version, carrier, trackingNumber }) =>
    shipExchange(shop, { id, version }, { carrier: carrier || undefined, trackingNumber: trackingNumber || undefined }),
  successMessage: ({ number }) => `The new goods of ${number} are on their way. The customer gets an email.`,
  redirectTo: '/admin/inbox',
  oldInputFields: ['carrier', 'trackingNumber'],
});
