import { sql } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { StockHoldTable } from '#lib/platform/db/tables/stock-holds.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { NETWORK_LIMIT_FACTORS, type Networks } from '#lib/platform/http/network/network.ts';
import type { HoldLimits } from '#lib/platform/settings/order-settings.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import { keyedHash } from '#lib/platform/tokens.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { foldedEmail } from '#lib/primitives/email.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';

export type HoldShop = OrderShop & { settings: Pick<Settings, 'holds'> };

/** The time in ms for which unverified orders are stored, so that `orders cancel-wave` finds them. */
const UNVERIFIED_RETENTION_MS = 30 * DAY_MS;

export interface HoldBuyer {
  /** The key of the customer, or of a guest's cart. */
  owner: string;
  email: string;
  networks: Networks | undefined;
  /** The token of a browser in which the mailbox was verified; undefined if the browser has no such token. */
  mailboxToken: string | undefined;
}

export const HOLD_REFUSALS = {
  byEmail:
    'Unpaid orders with this email address already reserve as much as they can. Please pay for or cancel one of them first, order less, or choose cash on delivery.',
  byNetwork:
    'Unpaid orders from your network already reserve as much as they can. Please try again in a few minutes, or choose cash on delivery.',
  perDay:
    'Too many of the last pieces were ordered today without payment. Please pay for one of your orders, or write to us.',
} as const;

export function newHold(
  { secretKey }: Pick<HoldShop, 'secretKey'>,
  orderId: string,
  { owner, email, networks }: HoldBuyer,
  lines: NewHold,
  at: number,
): StockHoldTable {
  const [narrowestKey, prefix56Key, prefix48Key] = (networks?.levels ?? []).map(({ network }) =>
    keyedHash(secretKey, 'hold-network', network),
  );
  return {
    order_id: orderId,
    owner,
    email_key: keyedHash(secretKey, 'hold-email', foldedEmail(email)),
    network_key: narrowestKey ?? '',
    network_56_key: prefix56Key ?? '',
    network_48_key: prefix48Key ?? '',
    ...lines,
    created_at: at,
  };
}

/**
 * Checks a hold against the limits for its email address and networks. Always checks the daily limit for scarce lines,
 * but checks the limits for unpaid orders only if `isUnpaid` is true. Concurrent orders with the same email address or
 * network wait until the transaction ends. Throws `too_many` if a limit is exceeded.
 */
export async function checkHold(tx: Tx, shop: HoldShop, hold: StockHoldTable, isUnpaid: boolean): Promise<void> {
  const parties = partiesOf(shop, hold).filter(({ key }) => key !== '');
  await lockParties(
    tx,
    parties.map(({ key }) => key),
    hold.created_at,
  );
  for (const { column, key, limits, refusal } of parties) {
    const sums = await sumHolds(tx, column, key, hold);
    if (isUnpaid && exceedsHoldLimits(sums, hold, limits)) throw new ShopError('too_many', refusal);
    if (exceedsDailyLimit(sums, hold, limits)) throw new ShopError('too_many', HOLD_REFUSALS.perDay);
  }
}

/** An email address or network whose holds are limited. */
interface HoldParty {
  column: 'email_key' | 'network_key' | 'network_56_key' | 'network_48_key';
  key: string;
  limits: HoldLimits;
  refusal: string;
}

function partiesOf({ settings }: HoldShop, hold: StockHoldTable): HoldParty[] {
  const { byEmail, byNetwork } = settings.holds;
  const columns = ['network_key', 'network_56_key', 'network_48_key'] as const;
  const networkParties = columns.map((column, level) => ({
    column,
    key: hold[column],
    limits: multiplyLimits(byNetwork, NETWORK_LIMIT_FACTORS[level] ?? 1),
    refusal: HOLD_REFUSALS.byNetwork,
  }));
  return [
    { column: 'email_key', key: hold.email_key, limits: byEmail, refusal: HOLD_REFUSALS.byEmail },
    ...networkParties,
  ];
}

/** Locks the keys in alphabetical order, so that two transactions can't deadlock. */
export async function lockParties(tx: Tx, keys: string[], at: number): Promise<void> {
  for (const key of keys.toSorted()) {
    await tx
      .insertInto('hold_party')
      .values({ key, seen_at: at })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ seen_at: at }))
      .execute();
  }
}

/**
 * Reads the totals of the other holds with this key from the last 24 hours. Only `scarceLinesADay` includes cash
 * orders, and orders that no longer hold stock.
 */
async function sumHolds(
  tx: Tx,
  column: HoldParty['column'],
  key: string,
  { order_id, created_at }: StockHoldTable,
): Promise<HoldLimits> {
  const isHeld = sql`orders.payment_status = 'unpaid' and orders.stock_held = 1`;
  const row = await tx
    .selectFrom('stock_hold')
    .innerJoin('orders', 'orders.id', 'stock_hold.order_id')
    .select([
      sql<number>`coalesce(sum(case when ${isHeld} then 1 else 0 end), 0)`.as('orders'),
      sql<number>`coalesce(sum(case when ${isHeld} then line_count else 0 end), 0)`.as('lines'),
      sql<number>`coalesce(sum(case when ${isHeld} then scarce_count else 0 end), 0)`.as('scarce'),
      sql<number>`coalesce(sum(scarce_count), 0)`.as('scarce_a_day'),
    ])
    .where(`stock_hold.${column}`, '=', key)
    .where('stock_hold.order_id', '!=', order_id)
    // If the clock was set back, a row may have a future time. Such a row would count for too long.
    .where('stock_hold.created_at', '>', created_at - DAY_MS)
    .where('stock_hold.created_at', '<', created_at + DAY_MS)
    .where('orders.payment_status', 'in', ['unpaid', 'failed', 'cod'])
    .executeTakeFirstOrThrow();
  return {
    orders: Number(row.orders),
    lines: Number(row.lines),
    scarceLines: Number(row.scarce),
    scarceLinesADay: Number(row.scarce_a_day),
  };
}

/**
 * Deletes holds and locks that are too old for any limit, and unverified orders that are too old for `orders
 * cancel-wave`.
 */
export async function deleteOldHolds({ db, now }: Pick<OrderShop, 'db' | 'now'>): Promise<void> {
  const cutoff = now() - 2 * DAY_MS;
  await db.write.deleteFrom('stock_hold').where('created_at', '<', cutoff).execute();
  await db.write
    .deleteFrom('unverified_order')
    .where('created_at', '<', now() - UNVERIFIED_RETENTION_MS)
    .execute();
  await db.write.deleteFrom('hold_party').where('seen_at', '<', cutoff).execute();
}

type NewHold = Pick<StockHoldTable, 'line_count' | 'scarce_count'>;

/**
 * Returns whether a quantity was more than `sharePercent` per cent of the stock. `remaining` is the stock that is left
 * after the quantity was deducted.
 */
export function isScarce(sharePercent: number, quantity: number, remaining: number): boolean {
  return quantity * 100 > sharePercent * (quantity + remaining);
}

export function multiplyLimits(
  { orders, lines, scarceLines, scarceLinesADay }: HoldLimits,
  factor: number,
): HoldLimits {
  return {
    orders: orders * factor,
    lines: lines * factor,
    scarceLines: scarceLines * factor,
    scarceLinesADay: scarceLinesADay * factor,
  };
}

/**
 * Returns whether a new hold would exceed the limits for unpaid orders. `sums` contains the totals of the other unpaid
 * orders with the same email address or network.
 */
export function exceedsHoldLimits(
  sums: Omit<HoldLimits, 'scarceLinesADay'>,
  hold: NewHold,
  limits: Omit<HoldLimits, 'scarceLinesADay'>,
): boolean {
  return (
    sums.orders + 1 > limits.orders ||
    sums.lines + hold.line_count > limits.lines ||
    sums.scarceLines + hold.scarce_count > limits.scarceLines
  );
}

/**
 * Returns whether a new hold would exceed the daily limit for scarce lines. `sums` also includes cash orders, and
 * orders that were not paid in time.
 */
export function exceedsDailyLimit(
  sums: Pick<HoldLimits, 'scarceLinesADay'>,
  hold: Pick<NewHold, 'scarce_count'>,
  limits: Pick<HoldLimits, 'scarceLinesADay'>,
): boolean {
  return sums.scarceLinesADay + hold.scarce_count > limits.scarceLinesADay;
}
