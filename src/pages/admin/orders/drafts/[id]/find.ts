import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { scannedVariantId } from '#lib/sales/manual-orders/draft-goods.server.ts';
import { addGoods } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { FIND_GOODS } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { draftPath } from '#lib/sales/manual-orders/manual-order.ts';

/** Adds the only variant for sale with the entered SKU, or, if there is none, searches for the entered text. */
export const POST = adminEndpoint({
  input: FIND_GOODS,
  async run(shop, { find, ...draft }) {
    const path = draftPath(draft);
    const variant = await scannedVariantId(shop.db, find);
    if (variant === undefined) return { next: `${path}?${new URLSearchParams({ search: find })}#found`, message: '' };
    await addGoods(shop, { ...draft, variant });
    return { next: `${path}?scanned=1`, message: `${find} was added.` };
  },
  successMessage: ({ message }) => message,
  redirectTo: ({ next }) => next,
  oldInputFields: ['find'],
});
