import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { restoreNote } from '#lib/sales/orders/desk/order-notes.server.ts';
import { NOTE_OF_ORDER } from '#lib/sales/orders/desk/order-text.schema.ts';

export const POST = adminEndpoint({
  input: NOTE_OF_ORDER,
  async run(shop, { id, note }) {
    await restoreNote(shop, id, note);
    return { id };
  },
  done: 'The note is back.',
  formGoesTo: ({ id }) => `/admin/orders/${id}`,
});
