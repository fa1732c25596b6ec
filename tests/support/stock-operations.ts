import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { correctStock } from '#lib/catalog/inventory/correct-stock.server.ts';
import { setStock } from '#lib/catalog/inventory/set-stock.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import type { PaymentMethod } from '#lib/platform/db/tables/orders.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { cancelPart, recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { cancelOverdueOrders, releaseHold, renewHold } from '#lib/sales/orders/holds/order-hold.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { EXCHANGE_OPERATIONS, exchangeFaults } from './exchange-operations.ts';
import { HOME } from './order-fixture.ts';
import { anyOrder, NothingToDo, pickOne, type StockOperation, type StockWorld } from './stock-world.ts';

/** Random operations that may change stock. */
export const STOCK_OPERATIONS: Record<string, StockOperation> = {
  orderCash: (world) => placeOrder(world, 'cod'),
  // This is a second entry for the same operation, so that cash orders are twice as frequent.
  orderCashAgain: (world) => placeOrder(world, 'cod'),
  orderOnline: (world) => placeOrder(world, 'test'),
  cancel: async (world) =>
    cancelOrder(world.fixture.shop, await anyOrder(world), world.integerBelow(2) ? 'shop' : 'customer'),
  deliver: async (world) => moveOrder(world.fixture.shop, await anyOrder(world, ['placed']), 'delivered'),
  ship: async (world) => moveOrder(world.fixture.shop, await anyOrder(world, ['placed']), 'shipped'),
  cancelPart: async (world) =>
    cancelPart(world.fixture.shop, await anyOrder(world, ['placed']), [
      { position: world.integerBelow(2), quantity: world.integerBelow(2) ? 1 : 25 },
    ]),
  releaseHold: async (world) => releaseHold(world.fixture.shop, await anyOrder(world, ['pending'])),
  renewHold: async (world) => renewHold(world.fixture.shop, await anyOrder(world, ['pending'])),
  release: ({ fixture }) => {
    fixture.clock.at += 31 * 60_000;
    return cancelOverdueOrders(fixture.shop);
  },
  pay,
  ...EXCHANGE_OPERATIONS,
  recordReturn: async (world) => {
    const orderId = await anyOrder(world, ['shipped', 'delivered']);
    const rows = world.db.write
      .selectFrom('order_line')
      .select(['position', 'quantity'])
      .where('order_id', '=', orderId);
    const { position, quantity } = pickOne(world, await rows.orderBy('position').execute());
    const lines = world.integerBelow(3) ? [{ position, quantity: world.integerBelow(2) ? quantity : 1 }] : undefined;
    return recordReturn(world.fixture.shop, orderId, { lines, spoilt: world.integerBelow(3) ? undefined : true });
  },
  correct: async (world) => {
    const { id, sell_unit } = await anyVariant(world);
    const difference = (world.integerBelow(12) - 4) * (sell_unit === 'metre' ? 0.75 : 1);
    const boltNumber = sell_unit === 'metre' && world.integerBelow(2) ? world.integerBelow(3) + 1 : undefined;
    return correctStock(world.db, String(id), { difference, boltNumber, reason: 'Recount' }, world.fixture.clock.at);
  },
  count: async (world) => {
    const { id, sell_unit } = await anyVariant(world);
    const quantities =
      sell_unit === 'metre' ? [world.integerBelow(9), 2.5, world.integerBelow(4)] : [world.integerBelow(30)];
    return setStock(world.db, String(id), quantities, { why: 'count', at: world.fixture.clock.at });
  },
  importPrices: (world) =>
    saveEntry(world, {
      type: 'product',
      slug: 'test-scarf',
      variants: [{ sku: 'TS', price: 200 + world.integerBelow(99) }],
    }),
  importWhole: (world) => saveEntry(world, kurtaInRandomSizes(world), { removesMissing: world.integerBelow(3) === 0 }),
  importStock: (world) => saveEntry(world, kurtaInRandomSizes(world), { writesStock: true }),
  importCloth: (world) =>
    saveEntry(
      world,
      {
        type: 'product',
        slug: 'test-cloth',
        care: [`Wash ${world.integerBelow(9)}`],
        variants: [{ sku: 'TC', bolts: [world.integerBelow(20), 4] }],
      },
      { writesStock: world.integerBelow(2) === 0 },
    ),
  hideAndShow: (world) =>
    saveEntry(world, { type: 'product', slug: 'test-kurta', status: world.integerBelow(3) ? 'active' : 'draft' }),
};

/** A world that counts how often each operation succeeded, and how often it was refused. */
export type CountedWorld = StockWorld & { counts: Record<string, { successes: number; refusals: number }> };

/** Advances the clock by a minute, and runs a random operation. */
export async function runRandomOperation(world: CountedWorld): Promise<void> {
  const names = Object.keys(STOCK_OPERATIONS);
  const name = names[world.integerBelow(names.length)] ?? '';
  const counts = world.counts[name] ?? { successes: 0, refusals: 0 };
  world.counts[name] = counts;
  world.fixture.clock.at += 60_000;
  try {
    await STOCK_OPERATIONS[name]?.(world);
    counts.successes++;
  } catch (error) {
    // If the database is too busy, the transaction is rolled back, which counts as a refusal.
    const isRefusal = isShopError(error) || error instanceof NothingToDo || error instanceof DatabaseUnavailable;
    if (!isRefusal) throw error;
    counts.refusals++;
  }
}

/** Finds inconsistencies in the stock. The result is empty if there are none. */
export async function stockFaults(db: ShopDatabase): Promise<string[]> {
  const variants = await db.write.selectFrom('variant').select(['id', 'quantity']).execute();
  const sums = await db.write
    .selectFrom('stock_ledger')
    .select(({ fn }) => ['variant_id', fn.sum<number>('change').as('sum')])
    .groupBy('variant_id')
    .execute();
  const bolts = await db.write
    .selectFrom('bolt')
    .select(({ fn }) => ['variant_id', fn.sum<number>('length_cm').as('sum'), fn.min<number>('length_cm').as('min')])
    .groupBy('variant_id')
    .execute();
  const quantities = new Map(variants.map(({ id, quantity }) => [id, quantity]));
  const clothVariants = await db.write
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select('variant.id')
    .where('sell_unit', '=', 'metre')
    .execute();
  const boltLengths = new Map(bolts.map(({ variant_id, sum }) => [variant_id, Number(sum)]));
  return [
    ...(await exchangeFaults(db)),
    ...variants.filter(({ quantity }) => quantity < 0).map(({ id }) => `variant ${id} is below 0`),
    ...bolts.filter(({ min }) => Number(min) < 0).map((bolt) => `a bolt of ${bolt.variant_id} is below 0`),
    ...sums
      .filter(({ variant_id, sum }) => Number(sum) !== (quantities.get(variant_id) ?? 0))
      .map(({ variant_id, sum }) => `variant ${variant_id}: ledger ${sum}, stock ${quantities.get(variant_id)}`),
    ...clothVariants
      .filter(({ id }) => (boltLengths.get(id) ?? 0) !== quantities.get(id))
      .map(({ id }) => `variant ${id}: bolts ${boltLengths.get(id)}, stock ${quantities.get(id)}`),
  ];
}

async function placeOrder(world: StockWorld, payment: PaymentMethod) {
  const candidates = [
    ['test-kurta', 1 + world.integerBelow(3), world.integerBelow(2)],
    ['test-scarf', 1 + world.integerBelow(4), 0],
    ['test-cloth', 0.5 + world.integerBelow(8) / 4, 0],
  ] as const;
  const chosenItems = candidates.filter(() => world.integerBelow(2) > 0);
  const items = chosenItems.length > 0 ? chosenItems : candidates.slice(1, 2);
  const cart = await world.fixture.cartOf(...items.map((item): [string, number, number] => [...item]));
  const contact = { email: `buyer-${world.fixture.clock.at}@example.in`, mobile: HOME.mobile };
  return world.fixture.place(cart, { payment, contact });
}

async function pay(world: StockWorld) {
  const orderId = await anyOrder(world, world.integerBelow(3) ? ['pending'] : ['pending', 'cancelled']);
  const row = await world.db.write.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const event = {
    provider: 'test' as const,
    eventId: `evt-${world.fixture.clock.at}`,
    reference: `pay-${world.fixture.clock.at}`,
  };
  const outcome = world.integerBelow(4) ? ('paid' as const) : ('failed' as const);
  return settlePayment(world.fixture.shop, { orderId, ...event, outcome, amountPaise: row.total_paise });
}

function kurtaInRandomSizes(world: StockWorld): CatalogueEntry {
  const names = ['M', 'L', 'XL', 'XXL'].filter(() => world.integerBelow(2) > 0);
  const variants = (names.length > 0 ? names : ['M']).map((size) => ({
    sku: `TK-${size}`,
    values: { color: 'Rust', size },
    price: 1_000 + world.integerBelow(500),
    sale_price: null,
    quantity: world.integerBelow(9),
    hsn: '6206',
  }));
  return { type: 'product', slug: 'test-kurta', variants };
}

function saveEntry(
  world: StockWorld,
  entry: CatalogueEntry,
  rules: { writesStock?: boolean; removesMissing?: boolean } = {},
) {
  return saveCatalogueBatch(world.db, [entry], new Map(), {
    now: world.fixture.clock.at,
    source: 'goods.csv',
    ...rules,
  });
}

async function anyVariant(world: StockWorld) {
  const rows = await world.db.write
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'sell_unit'])
    .orderBy('variant.id')
    .execute();
  return pickOne(world, rows);
}
