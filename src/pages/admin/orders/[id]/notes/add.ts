import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { addNote } from '#lib/sales/orders/admin/order-notes.server.ts';
import { noteTextSchema } from '#lib/sales/orders/admin/order-text.schema.ts';

export const POST = orderEndpoint({
  input: z.object({ note: noteTextSchema }),
  run: (shop, { id }, { note }) => addNote(shop, id, note),
  successMessage: 'The note was saved.',
  oldInputFields: ['note'],
});
