import { requireStaff } from '#lib/admin/access/admin-endpoint.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { downloadInChunks } from '#lib/platform/http/pages/streamed-response.server.ts';
import { chosenMonth, MONTH_QUERY } from '#lib/sales/money-reports/money-query.schema.ts';
import { documentsCsv } from '#lib/sales/money-reports/month-documents.server.ts';

/** All documents of a month for the accountant, without names and addresses. */
export const GET = endpoint({
  admit: requireStaff,
  async run({ db, now }, _input, { url }) {
    const month = chosenMonth(MONTH_QUERY.parse(Object.fromEntries(url.searchParams)), now());
    const name = `documents-${month.key}.csv`;
    return downloadInChunks(documentsCsv(db, month), { type: 'text/csv; charset=utf-8', name });
  },
});
