import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { scannedVariantId } from '#lib/sales/manual-orders/draft-goods.server.ts';
import { addGoods } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { GOODS_SEARCH } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { draftPath } from '#lib/sales/manual-orders/manual-order.ts';

/** If exactly one variant for sale has the entered SKU, adds it. Otherwise, searches for the entered text. */
export const POST = adminEndpoint({
  input: GOODS_SEARCH,
  async run(shop, { find, ...draft }) {
    const path = draftPath(draft);
    const variantId = await scannedVariantId(shop.db, find);
    if (variantId === undefined) return { next: `${path}?${new URLSearchParams({ search: find })}#found`, message: '' };
    await addGoods(shop, { ...draft, variant: variantId });
    return { next: `${path}?scanned=1`, message: `${find} was added.` };
  },
  successMessage: ({ message }) => message,
  redirectTo: ({ next }) => next,
  oldInputFields: ['find'],
});
