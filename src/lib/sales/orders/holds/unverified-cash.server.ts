import { sql } from 'kysely';
import { isProvenMailbox } from '#lib/customers/auth/proven-mailbox.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { keyedHash } from '#lib/platform/tokens.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { type HoldBuyer, type HoldShop, lockParties } from '#lib/sales/orders/holds/hold-bounds.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { orderRecipient } from '#lib/sales/orders/record/order-recipient.server.ts';

/**
 * Cash orders hold stock without any payment. Those of unverified mailboxes may hold only a share of each variant and
 * of the catalogue; beyond it the next buyer verifies the mailbox first (running-your-shop.md, "Waves of cash orders").
 */

export const VERIFY_FIRST = 'Please confirm your email address to pay cash on delivery, or pay online.';
/** The day's limit is so many times that of an hour. */
const DAY_TIMES = 3;
/** One network, as a phone carrier's, may use half of what the shop allows. */
const NETWORK_PART = 2;
/** Cloth is sold by the metre, and nobody orders one. */
const METRES_FOR_A_PIECE = 4;
const LOCK = 'unverified-cash';

/** After the order and its lines are written, in their transaction. Throws `unverified`; the transaction is then rolled back. */
export async function admitCashOrder(
  tx: Tx,
  shop: HoldShop,
  order: Pick<OrderRow, 'id' | 'email' | 'customer_id'>,
  { networks, mailboxToken }: Partial<Pick<HoldBuyer, 'networks' | 'mailboxToken'>>,
): Promise<void> {
  if ((await orderRecipient(tx, order)).trust === 'proven') return;
  if (await isProvenMailbox(tx, shop, order.email, mailboxToken)) return;
  const at = shop.now();
  // Others wait here until this order is committed, so that parallel buyers can't pass the limit together.
  await lockParties(tx, [LOCK], at);
  const network_key = networks ? keyedHash(shop.secretKey, 'unverified-network', networks.widest) : '';
  await tx.insertInto('unverified_order').values({ order_id: order.id, network_key, created_at: at }).execute();
  await insertLines(tx, order.id, network_key, at);
  if ((await isCatalogueOver(tx, shop, network_key, at)) || (await isVariantOver(tx, shop, order.id, at)))
    throw new ShopError('unverified', VERIFY_FIRST);
}

/** Pre-ordered lines hold no stock. */
async function insertLines(tx: Tx, orderId: string, network: string, at: number): Promise<void> {
  await tx
    .insertInto('unverified_line')
    .columns(['order_id', 'variant_id', 'network_key', 'created_at', 'amount'])
    .expression((of) =>
      of
        .selectFrom('order_line')
        .select(({ fn, cast, val }) => [
          'order_id',
          'variant_id',
          val(network).as('network_key'),
          cast<number>(val(at), 'bigint').as('created_at'),
          fn.sum<number>('quantity').as('amount'),
        ])
        .where('order_id', '=', orderId)
        .where('taken', '=', 1)
        .groupBy(['order_id', 'variant_id']),
    )
    .execute();
}

/** Lines of orders that nobody has shipped or cancelled: `changeOrder` deletes the others. */
function unverifiedLines(tx: Pick<Tx, 'selectFrom'>, since: number, until: number) {
  return (
    tx
      .selectFrom('unverified_line')
      .where('unverified_line.created_at', '>', since)
      // A row from the future (the clock was set back) would count for too long.
      .where('unverified_line.created_at', '<', until + DAY_MS)
  );
}

async function isCatalogueOver(tx: Tx, { settings }: HoldShop, network: string, at: number): Promise<boolean> {
  const { lines, catalogueShare } = settings.holds.cash;
  const isThisHour = sql`created_at > ${at - HOUR_MS}`;
  const isThisNetwork = sql`network_key = ${network} and network_key <> ''`;
  const held = await unverifiedLines(tx, at - DAY_MS, at)
    .select([
      sql<number>`count(*)`.as('day'),
      sql<number>`coalesce(sum(case when ${isThisHour} then 1 else 0 end), 0)`.as('hour'),
      sql<number>`coalesce(sum(case when ${isThisNetwork} then 1 else 0 end), 0)`.as('networkDay'),
      sql<number>`coalesce(sum(case when ${isThisHour} and ${isThisNetwork} then 1 else 0 end), 0)`.as('networkHour'),
    ])
    .executeTakeFirstOrThrow();
  const used = Math.max(
    Number(held.hour),
    Number(held.day) / DAY_TIMES,
    Number(held.networkHour) * NETWORK_PART,
    (Number(held.networkDay) * NETWORK_PART) / DAY_TIMES,
  );
  // Counting a large catalogue takes a while, so it is done only when the fixed number is used up.
  if (used <= lines) return false;
  return used * 100 > catalogueShare * (await countVariants(tx, at));
}

/** In stock now, or sold out by these very orders. */
async function countVariants(tx: Tx, at: number): Promise<number> {
  const { count } = await tx
    .selectFrom('variant')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((row) =>
      row.or([row('quantity', '>', 0), row('id', 'in', unverifiedLines(tx, at - DAY_MS, at).select('variant_id'))]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function isVariantOver(tx: Tx, { settings }: HoldShop, orderId: string, at: number): Promise<boolean> {
  const { variantPieces, variantShare } = settings.holds.cash;
  const own = tx.selectFrom('unverified_line as own').select('own.variant_id').where('own.order_id', '=', orderId);
  // Summed before the join, or a database reads the variant again for each of its orders.
  const sums = unverifiedLines(tx, at - HOUR_MS, at)
    .where('variant_id', 'in', own)
    .select(({ fn }) => ['variant_id', fn.sum<number>('amount').as('amount')])
    .groupBy('variant_id');
  const held = await tx
    .selectFrom(sums.as('sums'))
    .innerJoin('variant', 'variant.id', 'sums.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.quantity', 'sell_unit', 'sums.amount as held'])
    .execute();
  return held.some(({ quantity: left, sell_unit, held: sum }) => {
    const amount = Number(sum);
    const always = sell_unit === 'metre' ? variantPieces * METRES_FOR_A_PIECE * 100 : variantPieces;
    return amount > always && amount * 100 > variantShare * (amount + left);
  });
}
