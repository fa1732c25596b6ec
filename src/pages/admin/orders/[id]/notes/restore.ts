import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { restoreNote } from '#lib/sales/orders/admin/order-notes.server.ts';
import { CHOSEN_NOTE } from '#lib/sales/orders/admin/order-text.schema.ts';

export const POST = orderEndpoint({
  input: CHOSEN_NOTE,
  run: (shop, { id }, { note }) => restoreNote(shop, id, note),
  successMessage: 'The note was restored.',
});
