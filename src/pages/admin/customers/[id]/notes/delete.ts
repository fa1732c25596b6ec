import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deleteNoteAbout } from '#lib/platform/notes/staff-notes.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { NOTES_OF_CUSTOMER } from '#lib/sales/account/admin/customer-notes.server.ts';
import { CHOSEN_NOTE } from '#lib/sales/orders/admin/order-text.schema.ts';

export const POST = adminEndpoint({
  input: z.extend(CHOSEN_NOTE, { id: text() }),
  async run(shop, { id, note }) {
    await deleteNoteAbout(shop, NOTES_OF_CUSTOMER, { recordId: id, noteId: note });
    return { id };
  },
  successMessage: 'The note was deleted.',
  redirectTo: ({ id }) => `/admin/customers/${id}`,
});
