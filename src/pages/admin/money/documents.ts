import { adminGetEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { downloadCsv } from '#lib/platform/http/pages/streamed-response.server.ts';
import { chosenMonth, MONTH_QUERY } from '#lib/sales/money-reports/money-query.schema.ts';
import { documentsCsv } from '#lib/sales/money-reports/month-documents.server.ts';

/** All documents of a month for the accountant, without names and addresses. */
export const GET = adminGetEndpoint({
  input: MONTH_QUERY,
  async run({ db, now }, query) {
    const month = chosenMonth(query, now());
    return downloadCsv(documentsCsv(db, month), `documents-${month.key}`);
  },
});
