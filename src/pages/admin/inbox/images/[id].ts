import { adminGetEndpoint, staffOf } from '#lib/admin/access/admin-endpoint.server.ts';
import { inboxScopeOf } from '#lib/admin/inbox/inbox.ts';
import { exchangeImageSchema } from '#lib/sales/exchanges/exchange.schema.ts';
import { exchangeImageForAdmin } from '#lib/sales/exchanges/exchange-image.server.ts';

/** A picture that a customer sent with an exchange request. */
export const GET = adminGetEndpoint({
  input: exchangeImageSchema,
  run(shop, { id }, context) {
    const { includesEnded } = inboxScopeOf(staffOf(context).role);
    return exchangeImageForAdmin(shop, id, { request: context.request, includesEnded });
  },
});
