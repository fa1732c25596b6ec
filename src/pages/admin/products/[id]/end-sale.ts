import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { endSale } from '#lib/catalog/admin/sales/schedule-sale.server.ts';

export const POST = recordVersionEndpoint({
  run: (shop, { id, version }) => endSale(shop, { id: Number(id), version }),
  successMessage: 'The sale has ended.',
  redirectTo: '/admin/products/[id]',
});
