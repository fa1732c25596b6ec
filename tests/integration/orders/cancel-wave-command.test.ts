import { expect, test } from 'vitest';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { ordersCommand } from '#lib/sales/orders/admin/orders-commands.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { refundOrder } from '#lib/sales/payments/refund-order.server.ts';
import { commandFixture } from '#support/command-fixture.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

/** Three cash orders placed from one network two hours ago, and one just placed from another. */
async function placeWave() {
  const { db, run } = await commandFixture(ordersCommand(refundOrder));
  await stockGoods(db);
  const now = Date.now();
  const fixture = orderFixture(db, now - 2 * HOUR_MS);
  const order = async (email: string, network: string, ...goods: [string, number][]) => {
    const owner = { ...(await fixture.cartOf(...goods)), networks: networksOf(network) };
    return (await fixture.place(owner, { contact: { email, mobile: '9876543210' } })).number;
  };
  const first = await order('a@example.in', '203.0.113.1', ['test-scarf', 1]);
  const second = await order('b@example.in', '203.0.113.1', ['test-scarf', 2], ['test-kurta', 1]);
  const third = await order('c@example.in', '203.0.113.1', ['test-scarf', 1]);
  fixture.clock.at = now - 1_000;
  const other = await order('d@example.in', '198.51.100.1', ['test-scarf', 1]);
  const cancelWave = (...args: string[]) => run('orders', 'cancel-wave', ...args);
  const [largeNetwork = '', smallNetwork = ''] = (await cancelWave()).map((line) => line.slice(0, 6));
  const states = async () => {
    const rows = await db.write.selectFrom('orders').select(['number', 'order_status']).orderBy('number').execute();
    return Object.fromEntries(rows.map(({ number, order_status }) => [number, order_status]));
  };
  return { fixture, cancelWave, largeNetwork, smallNetwork, first, second, third, other, states };
}

test('orders cancel-wave without a network only lists the networks, the one with the most orders first', async () => {
  const { cancelWave, largeNetwork, smallNetwork, states } = await placeWave();
  const timePattern = String.raw`\d+ \w+ \d{4}, \d+:\d\d [ap]m`;
  expect(await cancelWave()).toEqual([
    expect.stringMatching(new RegExp(`^${largeNetwork}  3 orders, 4 lines  (${timePattern}) to \\1$`)),
    expect.stringMatching(new RegExp(`^${smallNetwork}  1 order, 1 line  (${timePattern}) to \\1$`)),
    'Add --from NETWORK to see the orders of one and cancel them.',
  ]);
  expect((await cancelWave('--hours', '1')).map((line) => line.slice(0, 6))).toEqual([smallNetwork, 'Add --']);
  expect(await cancelWave('--hours', '720')).toHaveLength(3);
  expect(new Set(Object.values(await states()))).toEqual(new Set(['placed']));
});

test('orders cancel-wave cancels the orders of a network except those to keep, and restores their stock', async () => {
  const { fixture, cancelWave, largeNetwork, first, second, third, other, states } = await placeWave();
  await expect(cancelWave('--from', largeNetwork, '--keep', second)).rejects.toThrow(
    'Cancel 2 orders, restock the goods and mail each buyer? This can’t be undone. Add --yes to do it.',
  );
  expect(await cancelWave('--from', largeNetwork, '--keep', second, '--reason', 'Nobody answered.', '--yes')).toEqual([
    expect.stringMatching(new RegExp(`^${third}  .+  1 line  ₹\\S+  c@example.in$`)),
    expect.stringMatching(new RegExp(`^${first}  .+  1 line  ₹\\S+  a@example.in$`)),
    '2 orders were cancelled, and their goods are back in stock.',
  ]);
  expect(await states()).toEqual({ [first]: 'cancelled', [second]: 'placed', [third]: 'cancelled', [other]: 'placed' });
  expect((await fixture.stock())['test-scarf']).toEqual({ stock: 47, sold: 3 });
  expect((await fixture.mails()).filter(({ text }) => text.includes('Nobody answered.'))).toHaveLength(2);
});

test('orders cancel-wave cancels the orders of several networks in one run, except shipped orders', async () => {
  const { fixture, cancelWave, largeNetwork, smallNetwork, first, states } = await placeWave();
  const rows = await fixture.shop.db.write.selectFrom('orders').select('id').where('number', '=', first).execute();
  await moveOrder(fixture.shop, rows[0]?.id ?? '', 'shipped');
  const lines = await cancelWave('--from', `${largeNetwork}, ${smallNetwork}`, '--yes');
  expect(lines.at(-1)).toBe('3 orders were cancelled, and their goods are back in stock.');
  expect(Object.values(await states()).sort()).toEqual(['cancelled', 'cancelled', 'cancelled', 'shipped']);
  expect(await cancelWave()).toEqual(['No cash orders from unverified mailboxes in the last 24 hours.']);
});

test('orders cancel-wave cancels nothing if all orders are kept', async () => {
  const { cancelWave, smallNetwork, other, states } = await placeWave();
  expect(await cancelWave('--from', smallNetwork, '--keep', other, '--yes')).toEqual(['No orders to cancel.']);
  expect(new Set(Object.values(await states()))).toEqual(new Set(['placed']));
});

test.each([
  [['--from', 'abcdef'], 'No such orders came from network abcdef.'],
  [['--hours', '0'], 'Enter a whole number from 1 to 720.'],
  [['--hours', '721'], 'Enter a whole number from 1 to 720.'],
  [['--hours', '1x'], 'Enter a whole number from 1 to 720.'],
  [['--hours', 'x1'], 'Enter a whole number from 1 to 720.'],
  [['--hours', '1.5'], 'Enter a whole number from 1 to 720.'],
])('rejects orders cancel-wave %j', async (args, message) => {
  const { cancelWave } = await placeWave();
  await expect(cancelWave(...args, '--yes')).rejects.toThrow(message);
});

test('orders cancel-wave rejects an order to keep that is not from the network', async () => {
  const { cancelWave, smallNetwork, first, states } = await placeWave();
  const cancelling = cancelWave('--from', smallNetwork, '--keep', first, '--yes');
  await expect(cancelling).rejects.toThrow(`${first} is not among these orders.`);
  expect(new Set(Object.values(await states()))).toEqual(new Set(['placed']));
});
