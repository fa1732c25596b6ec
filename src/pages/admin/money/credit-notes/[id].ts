import { z } from 'zod/mini';
import { adminGetEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { creditNotePdf } from '#lib/sales/money-reports/credit-note-pdf.server.ts';
import { inlinePdf } from '#lib/sales/printing/pdf-response.server.ts';

/** The PDF of a credit note. */
export const GET = adminGetEndpoint({
  input: z.object({ id: text().check(z.maxLength(60)) }),
  run: async (shop, { id }) => inlinePdf(await creditNotePdf(shop, id), 'credit-note'),
});
