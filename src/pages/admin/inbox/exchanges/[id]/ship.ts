import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { EXCHANGE_PARCEL } from '#lib/sales/exchanges/decision.schema.ts';
import { shipExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { mailNote } from '#lib/sales/orders/mail/mail-note.ts';

export const POST = adminEndpoint({
  input: EXCHANGE_PARCEL,
  run: (shop, { id, version, carrier, trackingNumber }) =>
    shipExchange(shop, { id, version }, { carrier: carrier || undefined, trackingNumber: trackingNumber || undefined }),
  successMessage: ({ number, email }) => `The new goods for ${number} are on their way.${mailNote(email)}`,
  redirectTo: '/admin/inbox',
  oldInputFields: ['carrier', 'trackingNumber'],
});
