import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { EXPORT_REQUEST } from '#lib/admin/views/export-request.schema.ts';
import { listParams } from '#lib/admin/views/list-url.ts';
import { downloadCsv } from '#lib/platform/http/pages/streamed-response.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { CUSTOMER_QUERY } from '#lib/sales/account/admin/customer-query.schema.ts';
import { exportCustomers } from '#lib/sales/account/admin/export-customers.server.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  input: EXPORT_REQUEST,
  async run(shop, { query }) {
    const filters = listParams(CUSTOMER_QUERY, new URLSearchParams(query));
    const chunks = await exportCustomers(shop, CUSTOMER_QUERY.parse(Object.fromEntries(filters)), String(filters));
    return downloadCsv(chunks, `customers-${indianIsoDay(shop.now())}`);
  },
});
