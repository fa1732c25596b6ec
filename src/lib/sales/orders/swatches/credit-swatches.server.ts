import { randomInt } from 'node:crypto';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianDay } from '#lib/primitives/indian-time.ts';
import { swatchOffer } from '#lib/sales/cart/delivery/delivery-terms.server.ts';
import { type OrderShop, orderLinks } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { queueMailAboutOrder } from '#lib/sales/orders/record/order-recipient.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

const ORDERS_PER_RUN = 50;
/** The characters of coupon codes. Letters and digits that look alike are left out. */
const CODE_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const CODE_LENGTH = 8;

/**
 * Creates and emails coupons for the price of swatches in paid orders (product.md, "Swatches"), for up to 50 orders per
 * run. Leaves out cancelled and returned orders, and orders without an email address. Any process may call this
 * function at any time, because each order gets only one coupon. Returns the number of new coupons.
 */
export async function creditSwatches(shop: OrderShop): Promise<number> {
  const days = swatchOffer(shop.db)?.creditDays ?? 0;
  if (days === 0) return 0;
  const orders = await ordersToCredit(shop.db.write)
    .select('orders.id')
    .orderBy('orders.id')
    .limit(ORDERS_PER_RUN)
    .execute();
  let createdCount = 0;
  for (const { id } of orders) if (await createSwatchCoupon(shop, id, days)) createdCount++;
  return createdCount;
}

function ordersToCredit(db: Pick<Tx, 'selectFrom'>) {
  return db
    .selectFrom('orders')
    .leftJoin('swatch_credit', 'swatch_credit.order_id', 'orders.id')
    .where('swatch_paise', '>', 0)
    .where('payment_status', '=', 'paid')
    .where('order_status', 'not in', ['cancelled', 'returned'])
    .where('orders.email', '!=', '')
    .where('swatch_credit.order_id', 'is', null);
}

function createSwatchCoupon(shop: OrderShop, orderId: string, days: number): Promise<boolean> {
  const at = shop.now();
  const code = `SWATCH-${newCode()}`;
  return transaction(shop.db, async (tx) => {
    const order = await ordersToCredit(tx).selectAll('orders').where('orders.id', '=', orderId).executeTakeFirst();
    if (!order) return false;
    const credit = { order_id: orderId, code, email: order.email, created_at: at };
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('swatch_credit')
      .values(credit)
      .onConflict((conflict) => conflict.column('order_id').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    const endsAt = at + days * DAY_MS;
    await tx
      .insertInto('coupon')
      .values({
        ...{ code, kind: 'fixed', value: order.swatch_paise, minimum_paise: 0, starts_at: null, ends_at: endsAt },
        ...{ uses_left: 1, per_customer: 1, active: 1, created_at: at },
      })
      .execute();
    const after = { code, paise: order.swatch_paise };
    await recordAudit(tx, { action: 'credit swatches', record: { kind: 'order', id: orderId }, after }, at);
    await mailSwatchCoupon(tx, shop, order, { code, endsAt });
    return true;
  });
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join('');
}

async function mailSwatchCoupon(
  tx: Tx,
  shop: OrderShop,
  order: OrderRow,
  { code, endsAt }: { code: string; endsAt: number },
): Promise<void> {
  const amount = priceText(order.swatch_paise);
  await queueMailAboutOrder(tx, order, {
    kind: 'order_swatch_credit',
    subject: `${amount} back for your swatches (${order.number})`,
    content: {
      heading: `${amount} back for your swatches`,
      lines: [
        `Use the coupon ${code} when you buy your first length of cloth to get ${amount} off.`,
        `It can be used once, until ${indianDay(endsAt)}, for an order with this email address.`,
      ],
      action: { label: 'See your order', url: orderLinks(shop, order.id).order },
    },
    now: shop.now(),
  });
}

/**
 * Reads the coupon for the swatches of an order; returns undefined if the order has no coupon, or if the coupon can no
 * longer be used.
 */
export async function swatchCoupon(
  { write }: Pick<ShopDatabase, 'write'>,
  orderId: string,
  now: number,
): Promise<{ code: string; endsAt: number } | undefined> {
  const coupon = await write
    .selectFrom('swatch_credit')
    .innerJoin('coupon', 'coupon.code', 'swatch_credit.code')
    .select(['coupon.code', 'ends_at', 'uses_left', 'active'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (coupon?.active !== 1 || coupon.uses_left === 0) return undefined;
  return coupon.ends_at !== null && coupon.ends_at > now ? { code: coupon.code, endsAt: coupon.ends_at } : undefined;
}
