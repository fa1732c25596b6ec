import { requireStaff } from '#lib/admin/access/admin-endpoint.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { downloadInChunks } from '#lib/platform/http/pages/streamed-response.server.ts';
import { chosenMonth, PARCEL_QUERY } from '#lib/sales/money-reports/money-query.schema.ts';
import { returnedParcelsCsv } from '#lib/sales/money-reports/returned-parcels-csv.server.ts';

/** The returned cash parcels of a month, by reason, pincode, courier, product or customer. */
export const GET = endpoint({
  admit: requireStaff,
  async run(shop, _input, { url }) {
    const { by, ...query } = PARCEL_QUERY.parse(Object.fromEntries(url.searchParams));
    const month = chosenMonth(query, shop.now());
    return downloadInChunks(await returnedParcelsCsv(shop, by, month), {
      type: 'text/csv; charset=utf-8',
      name: `returned-parcels-by-${by}-${month.key}.csv`,
    });
  },
});
