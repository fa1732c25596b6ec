import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { CASH_BLOCK } from '#lib/sales/cash-rules/cash-block.schema.ts';
import { switchOffCash } from '#lib/sales/cash-rules/switch-off-cash.server.ts';

/** The form is on several pages, so the response redirects to the page from which it was sent. */
export const POST = adminEndpoint({
  input: CASH_BLOCK,
  run: switchOffCash,
  successMessage: 'Cash on delivery is switched off.',
  oldInputFields: ['pincode', 'reason'],
});
