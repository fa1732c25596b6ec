import { sql } from 'kysely';
import { isVerifiedMailbox } from '#lib/customers/auth/verified-mailbox.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { OrderLineTable, OrderTables } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { keyedHash } from '#lib/platform/tokens.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { type HoldBuyer, type HoldShop, isScarce, lockParties } from '#lib/sales/orders/holds/hold-limits.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { orderRecipient } from '#lib/sales/orders/record/order-recipient.server.ts';

// Cash orders hold stock without payment. Orders from unverified mailboxes may hold only a share of each variant and of
// the catalogue. Above this share, buyers must verify their mailbox before they order (running-your-shop.md, "Waves of
// cash orders").

export const VERIFY_FIRST = 'Please confirm your email address to pay cash on delivery, or pay online.';
const LIMIT_EXCEEDED = 'limit exceeded';
/** The factor by which the daily limit is higher than the hourly limit. */
const DAY_FACTOR = 3;
/**
 * The number by which the shop's limit is divided to get the limit for one network, for example the network of a phone
 * carrier.
 */
const NETWORK_DIVISOR = 2;
/** The metres of cloth that count as one piece, because an order of cloth is usually several metres. */
const METRES_PER_PIECE = 4;
const LOCK_KEY = 'unverified-cash';

type UnverifiedOrder = OrderTables['unverified_order'];
type UnverifiedLine = OrderTables['unverified_line'];

/** The columns of an order line that count towards the limits. */
export type CashLine = Pick<OrderLineTable, 'variant_id' | 'sell_unit' | 'quantity' | 'taken'>;

/**
 * Counts a cash order from an unverified mailbox towards the limits. Ignores orders from verified mailboxes. Must be
 * called after the order and its `lines` are written, in the same transaction. Throws `unverified` if a limit is
 * exceeded; the transaction must then be rolled back.
 */
export async function countCashOrder(
  tx: Tx,
  shop: HoldShop,
  order: Pick<OrderRow, 'id' | 'email' | 'customer_id'>,
  lines: readonly CashLine[],
  { networks, mailboxToken }: Partial<Pick<HoldBuyer, 'networks' | 'mailboxToken'>>,
): Promise<void> {
  if ((await orderRecipient(tx, order)).trust === 'proven') return;
  if (await isVerifiedMailbox(tx, shop, order.email, mailboxToken)) return;
  const at = shop.now();
  // Other buyers wait here until this transaction ends, so that concurrent orders can't exceed the limit together.
  await lockParties(tx, [LOCK_KEY], at);
  const network_key = networks ? keyedHash(shop.secretKey, 'unverified-network', networks.widest) : '';
  const unverifiedOrder = { order_id: order.id, network_key, created_at: at };
  await insertOrder(tx, unverifiedOrder);
  // Pre-ordered lines hold no stock.
  const heldLines = lines.filter((line) => line.taken === 1);
  if (heldLines.length > 0) await insertLines(tx, unverifiedRows(heldLines, unverifiedOrder));
  if ((await exceedsCatalogueLimit(tx, shop, network_key, at)) || (await exceedsVariantLimit(tx, shop, heldLines, at)))
    throw new ShopError('unverified', VERIFY_FIRST, undefined, { cause: LIMIT_EXCEEDED });
}

/** Returns whether an order was refused because cash orders from unverified mailboxes hold too much stock. */
export function exceededCashLimit({ cause }: ShopError): boolean {
  return cause === LIMIT_EXCEEDED;
}

const insertOrder = preparedQuery((db, row: UnverifiedOrder) => db.insertInto('unverified_order').values(row));
const insertLines = preparedQuery((db, rows: UnverifiedLine[]) => db.insertInto('unverified_line').values(rows));

/** Returns one row for each variant, with the sum of its quantities. */
function unverifiedRows(lines: readonly CashLine[], order: UnverifiedOrder): UnverifiedLine[] {
  const quantities = new Map<number, number>();
  for (const { variant_id, quantity } of lines)
    quantities.set(variant_id, (quantities.get(variant_id) ?? 0) + quantity);
  return [...quantities].map(([variant_id, amount]) => ({ ...order, variant_id, amount }));
}

/**
 * Selects the rows of `unverified_line` that were created after `since`. All rows belong to cash orders that are being
 * prepared and hold stock, because `changeOrder` deletes the rows of other orders.
 */
function unverifiedLines(tx: Pick<Tx, 'selectFrom'>, since: number, at: number) {
  return (
    tx
      .selectFrom('unverified_line')
      .where('unverified_line.created_at', '>', since)
      // If the clock was set back, a row may have a future time. Such a row would count for too long.
      .where('unverified_line.created_at', '<', at + DAY_MS)
  );
}

async function exceedsCatalogueLimit(tx: Tx, { settings }: HoldShop, network: string, at: number): Promise<boolean> {
  const { lines, catalogueShare } = settings.holds.cash;
  const isThisHour = sql`created_at > ${at - HOUR_MS}`;
  const isThisNetwork = sql`network_key = ${network} and network_key <> ''`;
  const counts = await unverifiedLines(tx, at - DAY_MS, at)
    .select([
      sql<number>`count(*)`.as('day'),
      sql<number>`coalesce(sum(case when ${isThisHour} then 1 else 0 end), 0)`.as('hour'),
      sql<number>`coalesce(sum(case when ${isThisNetwork} then 1 else 0 end), 0)`.as('networkDay'),
      sql<number>`coalesce(sum(case when ${isThisHour} and ${isThisNetwork} then 1 else 0 end), 0)`.as('networkHour'),
    ])
    .executeTakeFirstOrThrow();
  const usedLines = Math.max(
    Number(counts.hour),
    Number(counts.day) / DAY_FACTOR,
    Number(counts.networkHour) * NETWORK_DIVISOR,
    (Number(counts.networkDay) * NETWORK_DIVISOR) / DAY_FACTOR,
  );
  // Counting the variants of a large catalogue is slow, so they are counted only if the fixed limit is exceeded.
  if (usedLines <= lines) return false;
  return usedLines * 100 > catalogueShare * (await countVariants(tx, at));
}

/** Counts the variants that are in stock, or that are sold out because of cash orders from unverified mailboxes. */
async function countVariants(tx: Tx, at: number): Promise<number> {
  const { count } = await tx
    .selectFrom('variant')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((eb) =>
      eb.or([eb('quantity', '>', 0), eb('id', 'in', unverifiedLines(tx, at - DAY_MS, at).select('variant_id'))]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function exceedsVariantLimit(
  tx: Tx,
  { settings }: HoldShop,
  lines: readonly CashLine[],
  at: number,
): Promise<boolean> {
  const { variantPieces, variantShare } = settings.holds.cash;
  const sellUnits = new Map(lines.map(({ variant_id, sell_unit }) => [variant_id, sell_unit]));
  if (sellUnits.size === 0) return false;
  const variants = await unverifiedLines(tx, at - HOUR_MS, at)
    .innerJoin('variant', 'variant.id', 'unverified_line.variant_id')
    .where('variant.id', 'in', [...sellUnits.keys()])
    .select(({ fn }) => ['variant.id', 'variant.quantity', fn.sum<number>('unverified_line.amount').as('amount')])
    .groupBy(['variant.id', 'variant.quantity'])
    .execute();
  const minimums = { piece: variantPieces, metre: variantPieces * METRES_PER_PIECE * 100 };
  return variants.some(({ id, quantity, amount }) => {
    const isAboveMinimum = Number(amount) > minimums[sellUnits.get(id) ?? 'piece'];
    return isAboveMinimum && isScarce(variantShare, Number(amount), quantity);
  });
}
