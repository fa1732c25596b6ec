import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { undoChange } from '#lib/sales/orders/admin/undo-change.server.ts';

const EVENT_MISSING = 'Please choose a change from the history.';

export const POST = orderEndpoint({
  input: z.object({ event: text(EVENT_MISSING).check(z.regex(/^\d{1,15}$/, EVENT_MISSING)) }),
  run: (shop, { id }, { event }) => undoChange(shop, id, Number(event)),
  successMessage: 'The change was undone.',
});
