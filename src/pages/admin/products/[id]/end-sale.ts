import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { endSale } from '#lib/catalog/admin/sales/schedule-sale.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  async run(shop, { id, version }) {
    await endSale(shop, { id: Number(id), version });
    return { id };
  },
  successMessage: 'The sale has ended.',
  redirectTo: ({ id }) => `/admin/products/${id}`,
});
