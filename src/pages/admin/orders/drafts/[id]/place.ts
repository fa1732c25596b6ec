import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { orderPagePath } from '#lib/admin/access/order-access.server.ts';
import { DRAFT_PLACEMENT } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { placeDraft } from '#lib/sales/manual-orders/place-draft.server.ts';

export const POST = adminEndpoint({
  input: DRAFT_PLACEMENT,
  run: (shop, { hours, ships_at, ...form }) =>
    placeDraft(shop, { ...form, hours: Number(hours), shipsAt: Number(ships_at) || null }),
  successMessage: ({ number }) => `${number} was placed.`,
  redirectTo: ({ id }, { locals }) => orderPagePath(locals, id),
  oldInputFields: ['hours'],
});
