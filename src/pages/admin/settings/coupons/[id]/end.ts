import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { deactivateCoupon } from '#lib/sales/cart/coupons/manage-coupons.server.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text() }),
  async run(shop, { id }) {
    await deactivateCoupon(shop, id);
    return { id };
  },
  successMessage: ({ id }) => `${id} can’t be used any more.`,
  redirectTo: '/admin/settings/coupons',
});
