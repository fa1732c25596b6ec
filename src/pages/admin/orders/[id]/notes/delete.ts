import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { deleteNote } from '#lib/sales/orders/admin/order-notes.server.ts';
import { CHOSEN_NOTE } from '#lib/sales/orders/admin/order-text.schema.ts';

export const POST = orderEndpoint({
  input: CHOSEN_NOTE,
  run: (shop, { id }, { note }) => deleteNote(shop, id, note),
  successMessage: 'The note was deleted.',
});
