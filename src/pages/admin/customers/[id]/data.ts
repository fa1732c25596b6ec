import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { exportCustomerData } from '#lib/sales/account/admin/customer-details.server.ts';

export const POST = recordEndpoint({
  needsConfirmation: true,
  async run(shop, { id }) {
    const data = JSON.stringify(await exportCustomerData(shop, id), null, 2);
    return new Response(data, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="customer-data.json"',
      },
    });
  },
});
