import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { EXPORT_REQUEST } from '#lib/admin/views/export-request.schema.ts';
import { listParams } from '#lib/admin/views/list-url.ts';
import { downloadCsv } from '#lib/platform/http/pages/streamed-response.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { exportOrders } from '#lib/sales/orders/list/export-orders.server.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  input: EXPORT_REQUEST,
  async run(shop, { query }) {
    const filters = listParams(ORDER_QUERY, new URLSearchParams(query));
    const chunks = await exportOrders(shop, ORDER_QUERY.parse(Object.fromEntries(filters)), String(filters));
    return downloadCsv(chunks, `orders-${indianIsoDay(shop.now())}`);
  },
});
