import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deleteNote } from '#lib/sales/orders/desk/order-notes.server.ts';
import { NOTE_OF_ORDER } from '#lib/sales/orders/desk/order-text.schema.ts';

export const POST = adminEndpoint({
  input: NOTE_OF_ORDER,
  async run(shop, { id, note }) {
    await deleteNote(shop, id, note);
    return { id };
  },
  done: 'The note was deleted.',
  formGoesTo: ({ id }) => `/admin/orders/${id}`,
});
