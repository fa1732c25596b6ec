import { expect, test } from 'vitest';
import { networksOf } from '#lib/platform/http/network/network.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { ordersCommand } from '#lib/sales/orders/commands/orders-commands.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { refundOrder } from '#lib/sales/payments/refund-order.server.ts';
import { commandFixture } from '#support/command-fixture.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

/** Places three cash orders from one network two hours ago, and one from another network just now. */
async function placeWave() {
  const { db, run } = await commandFixture(ordersCommand(refundOrder));
  await stockGoods(db);
  const now = Date.now();
  const fixture = orderFixture(db, now - 2 * HOUR_MS);
  const placeOrder = async (email: string, network: string, ...goods: [string, number][]) => {
    const owner = { ...(await fixture.cartOf(...goods)), networks: networksOf(network) };
    return (await fixture.place(owner, { contact: { email, mobile: '9876543210' } })).number;
  };
  const firstOrder = await placeOrder('a@example.in', '203.0.113.1', ['test-scarf', 1]);
  const secondOrder = await placeOrder('b@example.in', '203.0.113.1', ['test-scarf', 2], ['test-kurta', 1]);
  const thirdOrder = await placeOrder('c@example.in', '203.0.113.1', ['test-scarf', 1]);
  fixture.clock.at = now - 1_000;
  const otherOrder = await placeOrder('d@example.in', '198.51.100.1', ['test-scarf', 1]);
  const cancelWave = (...args: string[]) => run('orders', 'cancel-wave', ...args);
  const [largeNetwork = '', smallNetwork = ''] = (await cancelWave()).map((line) => line.slice(0, 6));
  const readStates = async () => {
    const rows = await db.write.selectFrom('orders').select(['number', 'order_status']).orderBy('number').execute();
    return Object.fromEntries(rows.map(({ number, order_status }) => [number, order_status]));
  };
  return {
    fixture,
    cancelWave,
    largeNetwork,
    smallNetwork,
    firstOrder,
    secondOrder,
    thirdOrder,
    otherOrder,
    readStates,
  };
}

test('orders cancel-wave without a network only lists the networks, sorted by number of orders', async () => {
  const { cancelWave, largeNetwork, smallNetwork, readStates } = await placeWave();
  const timePattern = String.raw`\d+ \w+ \d{4}, \d+:\d\d [ap]m`;
  expect(await cancelWave()).toEqual([
    expect.stringMatching(new RegExp(`^${largeNetwork}  3 orders, 4 lines  (${timePattern}) to \\1$`)),
    expect.stringMatching(new RegExp(`^${smallNetwork}  1 order, 1 line  (${timePattern}) to \\1$`)),
    'Add --from NETWORK to see and cancel the orders from one network.',
  ]);
  expect((await cancelWave('--hours', '1')).map((line) => line.slice(0, 6))).toEqual([smallNetwork, 'Add --']);
  expect(await cancelWave('--hours', '720')).toHaveLength(3);
  expect(new Set(Object.values(await readStates()))).toEqual(new Set(['placed']));
});

test('orders cancel-wave cancels a network’s orders except those to keep, and restocks the cancelled goods', async () => {
  const { fixture, cancelWave, largeNetwork, firstOrder, secondOrder, thirdOrder, otherOrder, readStates } =
    await placeWave();
  await expect(cancelWave('--from', largeNetwork, '--keep', secondOrder)).rejects.toThrow(
    'Cancel 2 orders, restock the goods and email each buyer? This can’t be undone. Add --yes to confirm.',
  );
  expect(
    await cancelWave('--from', largeNetwork, '--keep', secondOrder, '--reason', 'Nobody answered.', '--yes'),
  ).toEqual([
    expect.stringMatching(new RegExp(`^${thirdOrder}  .+  1 line  ₹\\S+  c@example.in$`)),
    expect.stringMatching(new RegExp(`^${firstOrder}  .+  1 line  ₹\\S+  a@example.in$`)),
    '2 orders were cancelled, and their goods are back in stock.',
  ]);
  expect(await readStates()).toEqual({
    [firstOrder]: 'cancelled',
    [secondOrder]: 'placed',
    [thirdOrder]: 'cancelled',
    [otherOrder]: 'placed',
  });
  expect((await fixture.stock())['test-scarf']).toEqual({ stock: 47, sold: 3 });
  expect((await fixture.mails()).filter(({ text }) => text.includes('Nobody answered.'))).toHaveLength(2);
});

test('orders cancel-wave cancels orders from several networks in one run, except shipped orders', async () => {
  const { fixture, cancelWave, largeNetwork, smallNetwork, firstOrder, readStates } = await placeWave();
  const rows = await fixture.shop.db.write.selectFrom('orders').select('id').where('number', '=', firstOrder).execute();
  await moveOrder(fixture.shop, rows[0]?.id ?? '', 'shipped');
  const lines = await cancelWave('--from', `${largeNetwork}, ${smallNetwork}`, '--yes');
  expect(lines.at(-1)).toBe('3 orders were cancelled, and their goods are back in stock.');
  expect(Object.values(await readStates()).sort()).toEqual(['cancelled', 'cancelled', 'cancelled', 'shipped']);
  expect(await cancelWave()).toEqual(['No cash orders from unverified mailboxes in the last 24 hours.']);
});

test('orders cancel-wave cancels nothing if all orders are kept', async () => {
  const { cancelWave, smallNetwork, otherOrder, readStates } = await placeWave();
  expect(await cancelWave('--from', smallNetwork, '--keep', otherOrder, '--yes')).toEqual(['No orders to cancel.']);
  expect(new Set(Object.values(await readStates()))).toEqual(new Set(['placed']));
});

test.each([
  [['--from', 'abcdef'], 'No cash orders from unverified mailboxes came from the network abcdef.'],
  [['--hours', '0'], 'Enter a whole number from 1 to 720.'],
  [['--hours', '721'], 'Enter a whole number from 1 to 720.'],
  [['--hours', '1x'], 'Enter a whole number from 1 to 720.'],
  [['--hours', 'x1'], 'Enter a whole number from 1 to 720.'],
  [['--hours', '1.5'], 'Enter a whole number from 1 to 720.'],
])('orders cancel-wave %j is rejected', async (args, message) => {
  const { cancelWave } = await placeWave();
  await expect(cancelWave(...args, '--yes')).rejects.toThrow(message);
});

test('orders cancel-wave rejects an order to keep that was not placed from the network', async () => {
  const { cancelWave, smallNetwork, firstOrder, readStates } = await placeWave();
  const cancellation = cancelWave('--from', smallNetwork, '--keep', firstOrder, '--yes');
  await expect(cancellation).rejects.toThrow(`${firstOrder} is not among the orders from these networks.`);
  expect(new Set(Object.values(await readStates()))).toEqual(new Set(['placed']));
});
