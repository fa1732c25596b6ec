import { adminGetEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { downloadCsv } from '#lib/platform/http/pages/streamed-response.server.ts';
import { chosenMonth, PARCEL_QUERY } from '#lib/sales/money-reports/money-query.schema.ts';
import { returnedParcelsCsv } from '#lib/sales/money-reports/returned-parcels-csv.server.ts';

/** The returned cash parcels of a month, by reason, pincode, courier, product or customer. */
export const GET = adminGetEndpoint({
  input: PARCEL_QUERY,
  async run(shop, { by, ...query }) {
    const month = chosenMonth(query, shop.now());
    return downloadCsv(await returnedParcelsCsv(shop, by, month), `returned-parcels-by-${by}-${month.key}`);
  },
});
