import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { setNoteDeleted } from '#lib/platform/notes/staff-notes.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { CHOSEN_NOTE } from '#lib/sales/orders/admin/order-text.schema.ts';

export const POST = adminEndpoint({
  input: z.extend(CHOSEN_NOTE, { id: text() }),
  run: (shop, { id, note }) => setNoteDeleted(shop, 'customer', { recordId: id, noteId: note }, true),
  successMessage: 'The note was deleted.',
  redirectTo: '/admin/customers/[id]',
});
