import { z } from 'zod/mini';
import { adminGetEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { downloadCsv } from '#lib/platform/http/pages/streamed-response.server.ts';
import { GSTR1_TABLE_NAMES, GSTR1_TABLES } from '#lib/sales/money-reports/gstr1/gstr1-tables.ts';
import { readGstr1 } from '#lib/sales/money-reports/gstr1/read-gstr1.server.ts';
import { chosenMonth, MONTH_QUERY } from '#lib/sales/money-reports/money-query.schema.ts';
import { reportCsv } from '#lib/sales/money-reports/report-table.ts';

const TABLE_QUERY = z.extend(MONTH_QUERY, { table: z.catch(z.enum(GSTR1_TABLE_NAMES), '7') });

/** One table of GSTR-1 as CSV. */
export const GET = adminGetEndpoint({
  input: TABLE_QUERY,
  async run({ db, now }, { table: tableName, ...query }) {
    const month = chosenMonth(query, now());
    const table = GSTR1_TABLES[tableName].tableOf(await readGstr1(db, month));
    return downloadCsv(reportCsv(table), `gstr-1-table-${tableName}-${month.key}`);
  },
});
