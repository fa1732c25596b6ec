import { requireStaff } from '#lib/admin/access/admin-endpoint.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { downloadInChunks } from '#lib/platform/http/pages/streamed-response.server.ts';
import { goodsSold } from '#lib/sales/money-reports/goods-sold.server.ts';
import { goodsTable } from '#lib/sales/money-reports/goods-table.ts';
import { chosenMonth, GOODS_QUERY } from '#lib/sales/money-reports/money-query.schema.ts';
import { reportCsv } from '#lib/sales/money-reports/report-table.ts';

/** The goods sold in a month, by product, category, size or place. */
export const GET = endpoint({
  admit: requireStaff,
  async run({ db, now }, _input, { url }) {
    const { by, ...query } = GOODS_QUERY.parse(Object.fromEntries(url.searchParams));
    const month = chosenMonth(query, now());
    const table = goodsTable(by, await goodsSold(db, by, month));
    return downloadInChunks(reportCsv(table), {
      type: 'text/csv; charset=utf-8',
      name: `sold-by-${by}-${month.key}.csv`,
    });
  },
});
