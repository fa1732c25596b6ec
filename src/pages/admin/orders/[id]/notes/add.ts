import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { addNote } from '#lib/sales/orders/desk/order-notes.server.ts';
import { noteText } from '#lib/sales/orders/desk/order-text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text(), note: noteText }),
  async run(shop, { id, note }) {
    await addNote(shop, id, note);
    return { id };
  },
  done: 'The note is saved.',
  formGoesTo: ({ id }) => `/admin/orders/${id}`,
  keepsOldInput: ['note'],
});
