import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { deleteNoteAbout } from '#lib/platform/notes/staff-notes.server.ts';
import { NOTES_OF_ORDER } from '#lib/sales/orders/admin/order-notes.server.ts';
import { CHOSEN_NOTE } from '#lib/sales/orders/admin/order-text.schema.ts';

export const POST = orderEndpoint({
  input: CHOSEN_NOTE,
  run: (shop, { id }, { note }) => deleteNoteAbout(shop, NOTES_OF_ORDER, { recordId: id, noteId: note }),
  successMessage: 'The note was deleted.',
});
