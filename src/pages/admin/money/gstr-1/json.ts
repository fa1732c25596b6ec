import { adminGetEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { gstr1Json } from '#lib/sales/money-reports/gstr1/gstr1-json.ts';
import { readGstr1 } from '#lib/sales/money-reports/gstr1/read-gstr1.server.ts';
import { chosenMonth, MONTH_QUERY } from '#lib/sales/money-reports/money-query.schema.ts';

/** The file for the GST portal. */
export const GET = adminGetEndpoint({
  input: MONTH_QUERY,
  async run({ db, now }, query) {
    const month = chosenMonth(query, now());
    const json = gstr1Json(await readGstr1(db, month));
    const headers = { 'content-disposition': `attachment; filename="gstr-1-${month.key}.json"` };
    return Response.json(json, { headers });
  },
});
