import { adminGetEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { downloadCsv } from '#lib/platform/http/pages/streamed-response.server.ts';
import { goodsSold } from '#lib/sales/money-reports/goods-sold.server.ts';
import { goodsTable } from '#lib/sales/money-reports/goods-table.ts';
import { chosenMonth, GOODS_QUERY } from '#lib/sales/money-reports/money-query.schema.ts';
import { reportCsv } from '#lib/sales/money-reports/report-table.ts';

/** The goods sold in a month, by product, category, size or place. */
export const GET = adminGetEndpoint({
  input: GOODS_QUERY,
  async run({ db, now }, { by, ...query }) {
    const month = chosenMonth(query, now());
    const table = goodsTable(by, await goodsSold(db, by, month));
    return downloadCsv(reportCsv(table), `sold-by-${by}-${month.key}`);
  },
});
