import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { oneLine } from '#lib/primitives/name.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { ORDER_VERSION } from '#lib/sales/orders/desk/order-version.schema.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';

const REASON_MISSING = 'Please give a reason. The customer sees it.';
const REASON_MAX_CHARACTERS = 200;

export const POST = adminEndpoint({
  input: z.extend(ORDER_VERSION, {
    reason: text(REASON_MISSING).check(
      z.overwrite(oneLine),
      z.minLength(1, REASON_MISSING),
      z.maxLength(REASON_MAX_CHARACTERS, `A reason has at most ${REASON_MAX_CHARACTERS} characters.`),
    ),
  }),
  run: (shop, { id, version, reason }) => cancelOrder(shop, id, 'shop', { version, reason }),
  done: ({ number }) => `${number} is cancelled.`,
  formGoesTo: ({ id }) => `/admin/orders/${id}`,
  keepsOldInput: ['reason'],
});
