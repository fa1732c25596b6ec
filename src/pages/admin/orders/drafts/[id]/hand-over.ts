import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { HANDOVER } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { placeDraft } from '#lib/sales/manual-orders/place-draft.server.ts';

/** Places a draft that is paid in cash at the counter. Only for staff who may set prices. */
export const POST = adminEndpoint({
  input: HANDOVER,
  run: (shop, { ships_at, ...form }) =>
    placeDraft(shop, { ...form, payment: 'counter', shipsAt: Number(ships_at) || null }),
  successMessage: ({ number }) => `${number} is paid and handed over.`,
  redirectTo: ({ id }) => `/admin/orders/${id}`,
});
