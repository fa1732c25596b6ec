import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import type { RequestedLine } from '#lib/sales/exchanges/exchange.schema.ts';
import {
  approveExchange,
  declineExchange,
  deliverExchange,
  expireExchanges,
  receiveExchange,
  shipExchange,
} from '#lib/sales/exchanges/exchange-admin.server.ts';
import { exchangeableLines } from '#lib/sales/exchanges/exchange-lines.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { anyOrder, pickOne, type StockOperation, type StockWorld } from './stock-world.ts';

/** Random operations that customers and the owner perform on exchanges. */
export const EXCHANGE_OPERATIONS: Record<string, StockOperation> = {
  requestExchange: async (world) => requestExchangeOf(world, await anyOrder(world, ['delivered']), true),
  requestExchangeOfAll: async (world) => requestExchangeOf(world, await anyOrder(world, ['delivered']), false),
  approveExchange: async (world) => approveExchange(world.fixture.shop, await anyExchange(world, 'requested')),
  receiveExchange: async (world) =>
    receiveExchange(world.fixture.shop, await anyExchange(world, 'approved'), world.integerBelow(2) === 0),
  shipExchange: async (world) => shipExchange(world.fixture.shop, await anyExchange(world, 'received'), {}),
  deliverExchange: async (world) => deliverExchange(world.fixture.shop, await anyExchange(world, 'received')),
  declineExchange: async (world) => declineExchange(world.fixture.shop, await anyExchange(world, 'approved'), 'No.'),
  expireExchanges: (world) => {
    if (world.integerBelow(4) > 0) return Promise.resolve();
    world.fixture.clock.at += 15 * DAY_MS;
    return expireExchanges(world.fixture.shop);
  },
};

/** Requests an exchange of items from this order, and processes the exchange up to a random step. */
export async function exchangeItems(world: StockWorld, { id, number }: Pick<OrderRow, 'id' | 'number'>): Promise<void> {
  const { shop } = world.fixture;
  await requestExchangeOf(world, id, world.integerBelow(3) > 0);
  const steps = [
    () => approveExchange(shop, number),
    () => receiveExchange(shop, number, world.integerBelow(2) === 0),
    () => shipExchange(shop, number, {}),
    () => deliverExchange(shop, number),
  ];
  const end = world.integerBelow(steps.length + 1);
  for (const step of steps.slice(0, end)) await step();
  if (end === 1 && world.integerBelow(2)) await declineExchange(shop, number, 'No.');
}

/** Requests an exchange with the order's link: of some items of a line, or of all items without a replacement. */
async function requestExchangeOf(world: StockWorld, order: string, hasReplacement: boolean) {
  const request = { reasons: ['Size too small' as const], customReason: '', hasOriginalPackaging: 'true' as const };
  const shop = { ...world.fixture.shop, files: {} as FileStore };
  const lines = hasReplacement ? [await randomLine(world, order)] : undefined;
  return requestExchange(shop, { token: trackToken(shop.secretKey, order) }, { ...request, order, lines }, []);
}

async function randomLine(world: StockWorld, order: string): Promise<RequestedLine> {
  const lines = (await exchangeableLines(world.db.write, order)).filter(({ options }) => options.length > 0);
  const { line, remainingQuantity, sellUnit, options } = pickOne(world, lines);
  const quantity = sellUnit === 'metre' ? remainingQuantity / 100 : 1 + world.integerBelow(remainingQuantity);
  return { line, quantity, replacement: pickOne(world, options).id };
}

/** Returns the number of a random order whose exchange is in this state. */
async function anyExchange(world: StockWorld, state: 'requested' | 'approved' | 'received'): Promise<string> {
  const rows = await world.db.write
    .selectFrom('exchange')
    .innerJoin('orders', 'orders.id', 'exchange.order_id')
    .select('orders.number')
    .where('state', '=', state)
    .orderBy('orders.number')
    .execute();
  return pickOne(world, rows).number;
}

/**
 * Finds lines of which more items were exchanged or returned than bought, and stock held by closed exchanges. The
 * result is empty if the exchanges are correct.
 */
export async function exchangeFaults(db: ShopDatabase): Promise<string[]> {
  const exchangedLines = await db.write
    .selectFrom('exchange_line')
    .innerJoin('exchange', 'exchange.id', 'exchange_line.exchange_id')
    .select(['order_id', 'position', 'quantity', 'state', 'taken'])
    .execute();
  const creditedLines = await db.write
    .selectFrom('order_credit_line')
    .innerJoin('order_credit', 'order_credit.id', 'order_credit_line.credit_id')
    .select(['order_id', 'position', 'quantity'])
    .where('destination', '<>', 'none')
    .execute();
  const lines = await db.write.selectFrom('order_line').select(['order_id', 'position', 'quantity']).execute();
  const keyOf = (row: { order_id: string; position: number }) => `${row.order_id} ${row.position}`;
  const returnedQuantities = new Map<string, number>();
  for (const row of [...exchangedLines.filter(({ taken }) => taken === 1), ...creditedLines])
    returnedQuantities.set(keyOf(row), (returnedQuantities.get(keyOf(row)) ?? 0) + row.quantity);
  const isClosed = (state: string) => state === 'declined' || state === 'expired';
  return [
    ...lines
      .filter((row) => (returnedQuantities.get(keyOf(row)) ?? 0) > row.quantity)
      .map((row) => `too many items of ${keyOf(row)}`),
    ...exchangedLines
      .filter((row) => row.taken === 1 && isClosed(row.state))
      .map((row) => `held by a closed exchange: ${keyOf(row)}`),
  ];
}
