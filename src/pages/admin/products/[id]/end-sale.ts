import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { endSale } from '#lib/catalog/admin/sales/schedule-sale.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  run: (shop, { id, version }) => endSale(shop, { id: Number(id), version }),
  successMessage: 'The sale has ended.',
  redirectTo: '/admin/products/[id]',
});
