import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import type { seededRandom } from '#lib/primitives/seeded-random.ts';
import { giftWrapOffer } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import type { Amount } from '#lib/sales/orders/credits/credit-plans.server.ts';
import { countGatewayRefund, reopenRefund } from '#lib/sales/orders/credits/gateway-refunds.server.ts';
import { noteRefund, refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { cancelPart, refundPart, takeBack } from '#lib/sales/orders/credits/take-back.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { ONE_USE_COUPON } from './coupon-row.ts';
import { stockGoods } from './goods.ts';
import { HOME, type orderFixture } from './order-fixture.ts';

export const AWAY = { ...HOME, pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };
const FAR = { ...HOME, pincode: '744101', city: 'Port Blair', state: 'Andaman and Nicobar Islands' };

/** The test goods, in quantities that no test sells out. */
export async function stockMuch(db: ShopDatabase): Promise<void> {
  await stockGoods(db);
  await db.write
    .updateTable('variant')
    .set({ quantity: 1_000_000 })
    .where('sku', 'in', ['TK-M', 'TK-L', 'TS'])
    .execute();
  await db.write.updateTable('variant').set({ quantity: 1_000_000 }).where('sku', '=', 'TC').execute();
  await db.write.updateTable('bolt').set({ length_cm: 500_000 }).execute();
  await sql`insert into stock_ledger (variant_id, at, change, why) select id, 0, quantity - (select coalesce(sum(change), 0) from stock_ledger where variant_id = variant.id), 'count' from variant`.execute(
    db.write,
  );
}

type Fixture = ReturnType<typeof orderFixture>;
type Random = ReturnType<typeof seededRandom>;

export async function addCoupons(db: ShopDatabase): Promise<void> {
  await addCoupon(db, 'SEVENTH', 'percent', 7);
  await addCoupon(db, 'ALMOST', 'fixed', 29_958);
  await addCoupon(db, 'FREE', 'free_delivery', 0);
  // Of goods that are taxed at two rates.
  await addCoupon(db, 'SCARVES', 'fixed', 9_999, ['test-scarf', 'test-cloth']);
}

export async function addCoupon(
  db: ShopDatabase,
  code: string,
  kind: 'percent' | 'fixed' | 'free_delivery',
  value: number,
  only: readonly string[] = [],
): Promise<void> {
  const products = await db.write.selectFrom('product').select(['id', 'slug']).execute();
  const ids = products.flatMap(({ id, slug }) => (only.includes(slug) ? [id] : []));
  const terms = { ...ONE_USE_COUPON, uses_left: null, code, kind, value, products_json: JSON.stringify(ids) };
  await db.write.insertInto('coupon').values(terms).execute();
}

/** An order of random goods, to one of three states, some of them paid online. */
export async function placeRandom(db: ShopDatabase, fixture: Fixture, random: Random, n: number): Promise<string> {
  const goods: Parameters<Fixture['cartOf']> = [['test-scarf', 1 + random.upTo(5)]];
  if (random.chance(0.6)) goods.push(['test-kurta', 1 + random.upTo(4)]);
  if (random.chance(0.3)) goods.push(['test-kurta', 1 + random.upTo(2), 1]);
  if (random.chance(0.5)) goods.push(['test-cloth', 0.5 + 0.25 * random.upTo(12)]);
  const owner = await fixture.cartOf(...goods);
  const code = random.pick([null, null, 'SEVENTH', 'ALMOST', 'FREE', 'SCARVES']);
  await db.write.updateTable('cart').set({ coupon_code: code }).execute();
  const address = random.pick([HOME, AWAY, FAR]);
  // No cash is taken on the islands.
  const payment = address === FAR ? 'test' : random.pick(['cod', 'test'] as const);
  const contact = { email: `buyer-${n}@example.in`, mobile: '9876543210' };
  const giftWrap = giftWrapOffer(db) && random.chance(0.3) ? { note: 'With love' } : undefined;
  const order = await fixture.place(owner, { payment, contact, address, giftWrap });
  if (payment === 'test' && order.total_paise > 0 && random.chance(0.9))
    await pay(fixture, order.id, order.total_paise);
  return order.id;
}

export function pay({ shop }: Pick<Fixture, 'shop'>, orderId: string, amountPaise: number) {
  const report = {
    provider: 'test',
    eventId: `paid-${orderId}`,
    outcome: 'paid' as const,
    reference: `pay_${orderId}`,
  };
  return settlePayment(shop, { ...report, orderId, amountPaise });
}

/** One thing that an owner, a customer or the gateway may do; most are refused in most states. */
export async function anything(shop: Fixture['shop'], id: string, random: Random, name: string): Promise<void> {
  const order = await findOrder(shop.db, id);
  const lines = await linesOf(shop.db, id);
  const line = random.pick(lines);
  const max = line.sell_unit === 'metre' ? line.quantity / 25 : line.quantity;
  const quantity = (1 + random.upTo(max)) * (line.sell_unit === 'metre' ? 25 : 1);
  const amount: Amount = { position: line.position, quantity };
  const payment = { provider: 'test', reference: `pay_${id}` };
  const steps = [
    () =>
      moveOrder(shop, id, random.pick(['processing', 'shipped', 'shipped', 'out_for_delivery', 'delivered'] as const)),
    () => moveOrder(shop, id, random.pick(['shipped', 'delivered', 'delivered'] as const)),
    () => cancelPart(shop, id, [amount]),
    () => cancelOrder(shop, id, random.pick(['customer', 'shop'] as const)),
    () =>
      takeBack(shop, id, { spoilt: random.pick([undefined, true, [line.position]]), withDelivery: random.chance(0.3) }),
    () => takeBack(shop, id, { lines: [amount], spoilt: random.pick([undefined, true]) }),
    () => takeBack(shop, id, { lines: [amount] }),
    () => refundPart(shop, id, { paise: 100 + random.upTo(order.total_paise) }, 'Goodwill'),
    () => refundPart(shop, id, { paise: 100 + random.upTo(3_000), position: line.position }, 'Goodwill'),
    () => refundPart(shop, id, { lines: [amount] }, 'It was not in the parcel'),
    () => pay({ shop }, id, order.total_paise),
    async () => {
      const [due] = await refundsOf(shop.db.write, id, 'due');
      if (due) await Promise.all([noteRefund(shop, due, `rfnd_${name}`), noteRefund(shop, due, `rfnd_${name}`)]);
    },
    () =>
      countGatewayRefund(shop, { ...payment, gatewayRefund: `page_${name}`, amountPaise: 100 + random.upTo(20_000) }),
    async () => {
      const sent = (await refundsOf(shop.db.write, id, 'sent')).find((one) => one.gateway_refund !== null);
      if (sent) await reopenRefund(shop, sent, sent.gateway_refund ?? '');
    },
  ];
  await random.pick(steps)();
}

export function ignoreRefusal(error: unknown): void {
  if (!isShopError(error)) throw error;
}
