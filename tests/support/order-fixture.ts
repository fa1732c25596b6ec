import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readSettings, type Settings } from '#lib/platform/settings/settings.server.ts';
import { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import type { CartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import type { OrderInput } from '#lib/sales/checkout/order-rows.ts';
import { placeOrder } from '#lib/sales/checkout/place-order.server.ts';
import { variantOf } from './goods.ts';

export const HOME: OrderInput['address'] = {
  name: 'Asha Rao',
  mobile: '9876543210',
  pincode: '500003',
  house: '5-4-86',
  street: 'Karkhana Lane',
  landmark: '',
  city: 'Hyderabad',
  state: 'Telangana',
  type: 'home',
};

export const COD: OrderInput = {
  contact: { email: 'asha@example.in', mobile: '9876543210' },
  address: HOME,
  payment: 'cod',
};

/** Creates a shop for placing orders, without a server and with a clock that the test sets. */
export function orderFixture(
  db: ShopDatabase,
  at = Date.parse('2026-11-21T12:00:00+05:30'),
  { guestOrders, mode, razorpay }: Pick<Settings, 'guestOrders' | 'mode' | 'razorpay'> = readSettings({}),
) {
  const clock = { at };
  const { holds } = readSettings({});
  const settings = { siteUrl: 'https://shop.example', guestOrders, mode, razorpay, holds };
  const shop = { db, now: () => clock.at, secretKey: 'k'.repeat(32), settings, upstreams: new Upstreams() };
  /** Creates a new visitor's cart with these items. `variant` is the position of the variant in its product. */
  async function cartOf(...items: [slug: string, quantity: number, variant?: number][]): Promise<CartOwner> {
    let owner: CartOwner = {};
    for (const [product, quantity, variant] of items) {
      const change = await addToCart(shop, owner, {
        product,
        quantity,
        variant: await variantOf(db, product, variant),
      });
      owner = { token: change.token };
    }
    return owner;
  }
  return {
    shop,
    clock,
    cartOf,
    place: (owner: CartOwner, input: Partial<OrderInput> = {}, key?: string) =>
      placeOrder(shop, owner, { ...COD, ...input }, key),
    mails: async (kind?: string) =>
      (await db.write.selectFrom('outbox').selectAll().orderBy('created_at').execute()).filter(
        (mail) => kind === undefined || mail.kind === kind,
      ),
    /** Returns the kinds of all emails except payment reminders, which the shop sends for all unpaid guest orders. */
    kindsOfMails: async () =>
      (await db.write.selectFrom('outbox').select('kind').orderBy('created_at').orderBy('id').execute())
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'order_payment_pending'),
    stock: () => stockAndSold(db),
  };
}

/**
 * Returns the stock and sold quantities by product, in pieces or cm. Throws an error if the lengths of a variant's
 * bolts do not add up to its stock.
 */
export async function stockAndSold(db: ShopDatabase): Promise<Record<string, { stock: number; sold: number }>> {
  const variants = await db.write
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'slug', 'sell_unit', 'quantity'])
    .execute();
  const bolts = await db.write.selectFrom('bolt').selectAll().execute();
  const soldLines = await db.write
    .selectFrom('order_line')
    .innerJoin('orders', 'orders.id', 'order_line.order_id')
    .select(['variant_id', 'quantity'])
    .where('stock_held', '=', 1)
    .where('taken', '=', 1)
    .execute();
  const totals: Record<string, { stock: number; sold: number }> = {};
  for (const { id, slug, sell_unit, quantity } of variants) {
    totals[slug] ??= { stock: 0, sold: 0 };
    totals[slug].stock += quantity;
    for (const line of soldLines) if (line.variant_id === id) totals[slug].sold += line.quantity;
    if (sell_unit !== 'metre') continue;
    const length = bolts.filter((bolt) => bolt.variant_id === id).reduce((sum, bolt) => sum + bolt.length_cm, 0);
    if (length !== quantity) throw new Error(`The bolts of ${slug} have ${length} cm, its stock is ${quantity} cm.`);
  }
  return totals;
}
