import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import type { seededRandom } from '#lib/primitives/seeded-random.ts';
import { giftWrapOffer } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import type { PaymentTerms } from '#lib/sales/cart/payment-terms/payment-terms.schema.ts';
import { receiveCash } from '#lib/sales/orders/admin/receive-cash.server.ts';
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { recordSentRefund, refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { recordGatewayRefund, reopenRefund } from '#lib/sales/orders/credits/settle-refunds.server.ts';
import { cancelOverdueOrders } from '#lib/sales/orders/holds/order-hold.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import type { LineQuantity } from '#lib/sales/orders/record/order-amounts.ts';
import { paymentDue } from '#lib/sales/payments/payment-due.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { switchToCashOnDelivery, switchToOnlinePayment } from '#lib/sales/payments/switch-payment.server.ts';
import { ONE_USE_COUPON } from './coupon-row.ts';
import { EXCHANGE_OPERATIONS, exchangeItems } from './exchange-operations.ts';
import { stockGoods } from './goods.ts';
import { HOME, type orderFixture } from './order-fixture.ts';
import { amountOff, percentOff, setPaymentTerms } from './payment-terms.ts';
import { NothingToDo } from './stock-world.ts';

export const BENGALURU = { ...HOME, pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };
/** An address where cash on delivery has a fee. */
const MUMBAI = { ...HOME, pincode: '400001', city: 'Mumbai', state: 'Maharashtra' };
const ANDAMAN_ISLANDS = { ...HOME, pincode: '744101', city: 'Port Blair', state: 'Andaman and Nicobar Islands' };

/** Adds the test goods in quantities that no test exhausts. */
export async function stockPlenty(db: ShopDatabase): Promise<void> {
  await stockGoods(db);
  await db.write
    .updateTable('variant')
    .set({ quantity: 1_000_000 })
    .where('sku', 'in', ['TK-M', 'TK-L', 'TS', 'TC'])
    .execute();
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
  // This coupon applies to goods with two tax rates.
  await addCoupon(db, 'SCARVES', 'fixed', 9_999, ['test-scarf', 'test-cloth']);
}

/** Adds a coupon for the products with the given slugs, by default for all. `value` is in per cent or paise. */
export async function addCoupon(
  db: ShopDatabase,
  code: string,
  kind: 'percent' | 'fixed' | 'free_delivery',
  value: number,
  slugs: readonly string[] = [],
): Promise<void> {
  const products = await db.write.selectFrom('product').select(['id', 'slug']).execute();
  const ids = products.flatMap(({ id, slug }) => (slugs.includes(slug) ? [id] : []));
  const terms = { ...ONE_USE_COUPON, uses_left: null, code, kind, value, products_json: JSON.stringify(ids) };
  await db.write.insertInto('coupon').values(terms).execute();
}

/** Places an order for random goods to one of four addresses. Some orders are paid online. Returns the order's id. */
export async function placeRandomOrder(db: ShopDatabase, fixture: Fixture, random: Random, n: number): Promise<string> {
  const goods: Parameters<Fixture['cartOf']> = [['test-scarf', 1 + random.integerBelow(5)]];
  if (random.chance(0.6)) goods.push(['test-kurta', 1 + random.integerBelow(4)]);
  if (random.chance(0.3)) goods.push(['test-kurta', 1 + random.integerBelow(2), 1]);
  if (random.chance(0.5)) goods.push(['test-cloth', 0.5 + 0.25 * random.integerBelow(12)]);
  await setPaymentTerms(db, randomTerms(random));
  const owner = await fixture.cartOf(...goods);
  const code = random.pick([null, null, 'SEVENTH', 'ALMOST', 'FREE', 'SCARVES']);
  await db.write.updateTable('cart').set({ coupon_code: code }).execute();
  const address = random.pick([HOME, BENGALURU, MUMBAI, ANDAMAN_ISLANDS]);
  // Cash on delivery is not available on the islands.
  const payment = address === ANDAMAN_ISLANDS ? 'test' : random.pick(['cod', 'test'] as const);
  const contact = { email: `buyer-${n}@example.in`, mobile: '9876543210' };
  const giftWrap = giftWrapOffer(db) && random.chance(0.3) ? { note: 'With love' } : undefined;
  const order = await fixture.place(owner, { payment, contact, address, giftWrap });
  if (order.payment_status === 'unpaid' && random.chance(0.9)) await payDue(fixture.shop, order, `first-${n}`, 0);
  return order.id;
}

function randomTerms(random: Random): Partial<PaymentTerms> {
  const percent = 1 + random.integerBelow(60);
  return {
    codToOnline: true,
    prepaidDiscount: random.pick([
      ...[percentOff(0), percentOff(0), percentOff(percent), percentOff(percent, 100 * random.integerBelow(300))],
      amountOff(1 + random.integerBelow(40_000)),
    ]),
    advance: {
      of: random.pick(['none', 'none', 'delivery', 'percent'] as const),
      percent: 1 + random.integerBelow(89),
      fromPaise: random.pick([0, 100_000]),
    },
  };
}

/** Pays the amount that is due, or ₹50 if nothing is due, plus `differencePaise`. */
async function payDue({ db, ...shop }: Fixture['shop'], order: OrderRow, name: string, differencePaise: number) {
  const due = await paymentDue({ ...shop, db, settings: DEMO_SETTINGS }, order);
  const { purpose, amountPaise, discountPaise } = due ?? { purpose: 'order', amountPaise: 5_000, discountPaise: 0 };
  const report = { provider: 'test', outcome: 'paid', eventId: `evt_${name}`, reference: `pay_${name}` } as const;
  const payment = { purpose, discountPaise, amountPaise: Math.max(1, amountPaise + differencePaise) };
  return settlePayment({ ...shop, db }, { ...report, orderId: order.id, ...payment });
}

const DEMO_SETTINGS = readSettings({ SHOP_MODE: 'demo' });

/** Settles an online payment of this amount for an order, as the test gateway would report it. */
export function pay({ shop }: Pick<Fixture, 'shop'>, orderId: string, amountPaise: number) {
  const report = {
    provider: 'test' as const,
    eventId: `paid-${orderId}`,
    outcome: 'paid' as const,
    reference: `pay_${orderId}`,
  };
  return settlePayment(shop, { ...report, orderId, amountPaise });
}

/** Performs a random action of an owner, a customer or the gateway. In most states, most actions are refused. */
export async function performRandomAction(fixture: Fixture, id: string, random: Random, name: string): Promise<void> {
  const { shop } = fixture;
  const world = { db: shop.db, fixture, integerBelow: random.integerBelow };
  const order = await findOrder(shop.db, id);
  const lines = await linesOf(shop.db, id);
  const line = random.pick(lines);
  const max = line.sell_unit === 'metre' ? line.quantity / 25 : line.quantity;
  const quantity = (1 + random.integerBelow(max)) * (line.sell_unit === 'metre' ? 25 : 1);
  const lineQuantity: LineQuantity = { position: line.position, quantity };
  const [payment = { provider: 'test', reference: `pay_${id}` }] = await shop.db.write
    .selectFrom('payment_event')
    .select(['provider', sql<string>`reference`.as('reference')])
    .where('order_id', '=', id)
    .execute();
  const steps = [
    () =>
      moveOrder(shop, id, random.pick(['processing', 'shipped', 'shipped', 'out_for_delivery', 'delivered'] as const)),
    () => moveOrder(shop, id, random.pick(['shipped', 'delivered', 'delivered'] as const)),
    () => cancelPart(shop, id, [lineQuantity]),
    () => cancelOrder(shop, id, random.pick(['customer', 'shop'] as const)),
    () =>
      recordReturn(shop, id, {
        spoilt: random.pick([undefined, true, [line.position]]),
        withDelivery: random.chance(0.3),
      }),
    () => recordReturn(shop, id, { lines: [lineQuantity], spoilt: random.pick([undefined, true]) }),
    () => recordReturn(shop, id, { lines: [lineQuantity] }),
    () => refundPart(shop, id, { paise: 100 + random.integerBelow(order.total_paise) }, 'Goodwill'),
    () => refundPart(shop, id, { paise: 100 + random.integerBelow(3_000), position: line.position }, 'Goodwill'),
    () => refundPart(shop, id, { lines: [lineQuantity] }, 'It was not in the parcel'),
    () => pay({ shop }, id, order.total_paise),
    () => payDue(shop, order, name, 0),
    () => payDue(shop, order, name, 0),
    () => payDue(shop, order, name, random.pick([-1, 1, 100, -order.cod_fee_paise])),
    async () => {
      // Pays the same amount again, as a second attempt that was open at the same time would.
      await payDue(shop, order, name, 0);
      await payDue(shop, order, `${name}-again`, 0);
    },
    async () => {
      await moveOrder(shop, id, 'delivered').catch(ignoreShopError);
      await exchangeItems(world, order);
    },
    () => random.pick(Object.values(EXCHANGE_OPERATIONS))(world),
    () => switchToCashOnDelivery(shop, id),
    () => switchToOnlinePayment(shop, id, 'test'),
    () => receiveCash(shop, id),
    () => cancelOverdueOrders(shop),
    async () => {
      const [dueRefund] = await refundsOf(shop.db.write, id, 'due');
      const record = (refund: typeof dueRefund) => refund && recordSentRefund(shop, refund, `rfnd_${name}`);
      await Promise.all([record(dueRefund), record(dueRefund)]);
    },
    () =>
      recordGatewayRefund(shop, {
        ...payment,
        refundId: `page_${name}`,
        amountPaise: 100 + random.integerBelow(20_000),
      }),
    async () => {
      const sentRefund = (await refundsOf(shop.db.write, id, 'sent')).find((refund) => refund.gateway_refund !== null);
      if (sentRefund) await reopenRefund(shop, sentRefund, sentRefund.gateway_refund ?? '');
    },
  ];
  await random.pick(steps)();
}

export function ignoreShopError(error: unknown): void {
  if (!isShopError(error) && !(error instanceof NothingToDo)) throw error;
}
