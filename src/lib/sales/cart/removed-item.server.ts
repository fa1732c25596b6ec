import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { RemovedLineJson } from '#lib/sales/cart/cart-json.ts';

const QUANTITY = /^\d{1,6}(?:\.\d{1,2})?$/;
const ID = /^\d{1,15}$/;

/** Reads the removed item from the URL. Returns undefined if the URL is invalid or the product is not for sale. */
export async function readRemovedItem(db: ShopDatabase, params: URLSearchParams): Promise<RemovedLineJson | undefined> {
  const [product = '', variant = '', quantity = ''] = ['product', 'variant', 'quantity'].map(
    (name) => params.get(name) ?? '',
  );
  if (!ID.test(product) || !ID.test(variant) || !QUANTITY.test(quantity)) return undefined;
  const row = await db.read
    .selectFrom('product')
    .select('name')
    .where('id', '=', Number(product))
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row && { product, variant, quantity: Number(quantity), name: row.name };
}
