import type { Selectable } from 'kysely';
import { putBackStock, refreshStock, type StockChange, takeStock } from '#lib/catalog/stock.server.ts';
import type { Tx } from '#lib/db/db.server.ts';
import type { ExchangeState, ExchangeTable } from '#lib/db/tables/exchange.ts';
import { transaction } from '#lib/db/transaction.server.ts';
import { queueMail } from '#lib/mail/outbox.server.ts';
import { noteEvent } from '#lib/orders/change-order.server.ts';
import { linesOfOrder } from '#lib/orders/order-stock.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';
import { EXCHANGE_STATES } from '#lib/support/exchange.ts';

/** What the owner does with requests. New goods are held from the approval until the old ones are back. */

type Parts = Pick<Shop, 'db' | 'now'>;
type Exchange = Selectable<ExchangeTable>;
export type DeskExchange = Exchange & { number: string; email: string };

const GOODS_BACK_WITHIN_MS = 14 * 86_400_000;
const LISTED = 50;

/** The latest requests, or those in one state. */
export function exchangesOnDesk({ db }: Pick<Shop, 'db'>, state: ExchangeState | undefined): Promise<DeskExchange[]> {
  const query = db.write
    .selectFrom('exchange')
    .innerJoin('orders', 'orders.id', 'exchange.order_id')
    .selectAll('exchange')
    .select(['orders.number', 'orders.email'])
    .orderBy('exchange.created_at', 'desc')
    .limit(LISTED);
  return (state ? query.where('state', '=', state) : query).execute();
}

/** The open request of an order, or its last; throws `not_found`. */
export async function exchangeOnDesk({ db }: Pick<Shop, 'db'>, number: string): Promise<DeskExchange> {
  const found = await db.write
    .selectFrom('exchange')
    .innerJoin('orders', 'orders.id', 'exchange.order_id')
    .selectAll('exchange')
    .select(['orders.number', 'orders.email'])
    .where('orders.number', '=', number)
    .orderBy('exchange.created_at', 'desc')
    .executeTakeFirst();
  if (!found) throw new ShopError('not_found', `Nobody has asked to exchange ${number}.`);
  return found;
}

/** The goods of the order, whose SKUs a swap names, and the pictures that came with the request. */
export async function exchangeDetails({ db }: Pick<Shop, 'db'>, { id, order_id }: Exchange) {
  const goods = await db.write
    .selectFrom('order_line')
    .select(['sku', 'name', 'variant', 'quantity', 'sell_unit'])
    .where('order_id', '=', order_id)
    .orderBy('position')
    .execute();
  const images = await db.write
    .selectFrom('exchange_image')
    .select(['name', 'bytes', 'file_key'])
    .where('exchange_id', '=', id)
    .orderBy('position')
    .execute();
  return { goods, images };
}

/**
 * Approves a request: takes the new goods out of stock, all or none. `swaps` names a new SKU for an old one; without any,
 * every line is exchanged for the same goods. Throws `conflict` when the request is not open or the goods are not there.
 */
export function approveExchange(
  shop: Parts,
  number: string,
  swaps: ReadonlyMap<string, string> = new Map(),
): Promise<DeskExchange> {
  return decide(shop, number, ['requested'], async (tx, exchange, now) => {
    const changes: StockChange[] = [];
    for (const line of await newGoods(tx, exchange.order_id, swaps)) {
      const { variant_id: variantId, sell_unit: sellUnit, quantity } = line;
      const taken = await takeStock(tx, { variantId, sellUnit, quantity });
      if (!taken) throw new ShopError('conflict', `There is not enough of ${line.name}.`);
      changes.push({ productId: line.product_id, isListed: taken.isLast });
      await tx
        .insertInto('exchange_line')
        .values({ ...line, exchange_id: exchange.id, bolt_position: taken.boltPosition })
        .execute();
    }
    await refreshStock(tx, changes);
    return { state: 'approved', expires_at: now + GOODS_BACK_WITHIN_MS };
  });
}

/** Refuses a request with a reason; held goods go back on sale. */
export function declineExchange(shop: Parts, number: string, reason: string): Promise<DeskExchange> {
  return decide(shop, number, ['requested', 'approved'], async (tx, exchange) => {
    await releaseGoods(tx, exchange.id);
    return { state: 'declined', answer: reason };
  });
}

/** The old goods are back: they return to stock unless they are spoilt, and the new ones go out. */
export function receiveExchange(shop: Parts, number: string, isSpoilt: boolean): Promise<DeskExchange> {
  return decide(shop, number, ['approved'], async (tx, exchange) => {
    if (!isSpoilt) await putBackOldGoods(tx, exchange);
    return { state: 'received' };
  });
}

/** Ends approvals whose goods did not come back in time, and puts the held ones on sale again; gives how many. */
export async function expireExchanges(shop: Parts): Promise<number> {
  const late = await shop.db.write
    .selectFrom('exchange')
    .innerJoin('orders', 'orders.id', 'exchange.order_id')
    .select('orders.number')
    .where('state', '=', 'approved')
    .where('expires_at', '<=', shop.now())
    .execute();
  for (const { number } of late) {
    await decide(shop, number, ['approved'], async (tx, exchange) => {
      await releaseGoods(tx, exchange.id);
      return { state: 'expired' };
    }).catch(ignoreDecidedMeanwhile);
  }
  return late.length;
}

type Decision = Partial<Exchange> & { state: ExchangeState };

/** One decision, in one transaction, by a statement that guards itself; with the mail that tells it. */
async function decide(
  { db, now }: Parts,
  number: string,
  from: ExchangeState[],
  work: (tx: Tx, exchange: Exchange, now: number) => Promise<Decision>,
): Promise<DeskExchange> {
  const time = now();
  const { id } = await exchangeOnDesk({ db }, number);
  await transaction(db, async (tx) => {
    // Written first, so that a second decision at the same moment waits here and then finds another state.
    const exchange = await tx
      .updateTable('exchange')
      .set({ updated_at: time })
      .where('id', '=', id)
      .where('state', 'in', from)
      .returningAll()
      .executeTakeFirst();
    if (!exchange) throw new ShopError('conflict', `The exchange of ${number} can't be changed in this way any more.`);
    const decision = await work(tx, exchange, time);
    await tx.updateTable('exchange').set(decision).where('id', '=', id).execute();
    await noteEvent(tx, exchange.order_id, time, `exchange_${decision.state}`, decision.answer ?? undefined);
    await mailDecision(tx, exchange, decision, number, time);
  });
  return exchangeOnDesk({ db }, number);
}

async function mailDecision(
  tx: Tx,
  exchange: Exchange,
  decision: Decision,
  number: string,
  now: number,
): Promise<void> {
  const order = await tx.selectFrom('orders').select('email').where('id', '=', exchange.order_id).executeTakeFirst();
  if (!order) return;
  const heading = `Exchange of order ${number}`;
  const content = {
    heading,
    lines: [EXCHANGE_STATES[decision.state], ...(decision.answer ? [decision.answer] : [])],
  };
  await queueMail(tx, { to: order.email, kind: 'exchange', subject: heading, content, now });
}

/** In the order of variants, so that two transactions never wait for each other. */
async function newGoods(tx: Tx, orderId: string, swaps: ReadonlyMap<string, string>) {
  const lines = await tx
    .selectFrom('order_line')
    .select(['position', 'product_id', 'variant_id', 'sku', 'name', 'sell_unit', 'quantity'])
    .where('order_id', '=', orderId)
    .execute();
  const unknown = [...swaps.keys()].find((sku) => !lines.some((line) => line.sku === sku));
  if (unknown) throw new ShopError('invalid', `There is no ${unknown} in this order.`);
  const chosen = swaps.size === 0 ? lines : lines.filter(({ sku }) => sku !== null && swaps.has(sku));
  const goods = [];
  for (const { sku, ...line } of chosen) {
    const wanted = sku === null ? undefined : swaps.get(sku);
    goods.push(wanted === undefined ? line : { ...line, ...(await variantBySku(tx, wanted, line.sell_unit)) });
  }
  return goods.toSorted((a, b) => a.variant_id - b.variant_id || a.position - b.position);
}

async function variantBySku(tx: Tx, sku: string, sellUnit: string) {
  const found = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id as variant_id', 'product.id as product_id', 'product.name', 'product.sell_unit'])
    .where('variant.sku', '=', sku)
    .executeTakeFirst();
  if (!found || found.sell_unit !== sellUnit)
    throw new ShopError('invalid', `${sku} can't take the place of that line.`);
  const { sell_unit: _same, ...variant } = found;
  return variant;
}

async function releaseGoods(tx: Tx, exchangeId: string): Promise<void> {
  const lines = await tx
    .selectFrom('exchange_line')
    .selectAll()
    .where('exchange_id', '=', exchangeId)
    .orderBy('variant_id')
    .execute();
  await putBack(tx, lines);
  await tx.deleteFrom('exchange_line').where('exchange_id', '=', exchangeId).execute();
}

async function putBackOldGoods(tx: Tx, { id, order_id }: Exchange): Promise<void> {
  const exchanged = await tx.selectFrom('exchange_line').select('position').where('exchange_id', '=', id).execute();
  const positions = new Set(exchanged.map(({ position }) => position));
  const lines = await linesOfOrder(tx, order_id);
  await putBack(
    tx,
    lines.filter(({ position }) => positions.has(position)),
  );
}

interface PutBack {
  product_id: number;
  variant_id: number;
  sell_unit: 'piece' | 'metre';
  quantity: number;
  bolt_position: number | null;
}

async function putBack(tx: Tx, lines: readonly PutBack[]): Promise<void> {
  const changes: StockChange[] = [];
  for (const { product_id, variant_id: variantId, sell_unit: sellUnit, quantity, bolt_position } of lines) {
    const back = await putBackStock(tx, { variantId, sellUnit, quantity }, bolt_position);
    if (back) changes.push({ productId: product_id, isListed: back.wasOut });
  }
  await refreshStock(tx, changes);
}

/** Another process, or the owner, was quicker. */
function ignoreDecidedMeanwhile(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'conflict')) throw error;
}
