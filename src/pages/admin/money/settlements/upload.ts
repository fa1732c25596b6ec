import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { plural } from '#lib/primitives/plural.ts';
import { saveSettlements } from '#lib/sales/money-reports/settlements/save-settlements.server.ts';
import { SETTLEMENT_UPLOAD_RULES } from '#lib/sales/money-reports/settlements/settlement-file.ts';

export const POST = adminEndpoint({
  upload: SETTLEMENT_UPLOAD_RULES,
  run: (shop, _input, _session, _context, files) => saveSettlements(shop, files[0]?.path),
  successMessage: (entryCount) => `The file has ${entryCount} settled ${plural(entryCount, 'entry', 'entries')}.`,
  redirectTo: '/admin/money/settlements',
});
