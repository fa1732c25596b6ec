import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { setNoteDeleted } from '#lib/platform/notes/staff-notes.server.ts';
import { CHOSEN_NOTE } from '#lib/sales/orders/admin/order-text.schema.ts';

export const POST = orderEndpoint({
  input: CHOSEN_NOTE,
  run: (shop, { id }, { note }) => setNoteDeleted(shop, 'order', { recordId: id, noteId: note }, true),
  successMessage: 'The note was deleted.',
});
