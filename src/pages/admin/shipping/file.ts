import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { orderScopeOf } from '#lib/admin/staff/roles.ts';
import { downloadCsv } from '#lib/platform/http/pages/streamed-response.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { exportCourierFile } from '#lib/sales/shipping/courier-files/export-courier-file.server.ts';
import { ORDER_SELECTION } from '#lib/sales/shipping/shipping-forms.schema.ts';

export const POST = adminEndpoint({
  input: ORDER_SELECTION,
  async run(shop, { of }, { role }) {
    const chunks = await exportCourierFile(shop, of, orderScopeOf(role));
    return downloadCsv(chunks, `courier-${indianIsoDay(shop.now())}`);
  },
});
