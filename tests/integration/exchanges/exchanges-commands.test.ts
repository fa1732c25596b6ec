import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFileStore } from '#lib/platform/files/storage/open-file-store.server.ts';
import type { ExchangeInput } from '#lib/sales/exchanges/exchange.schema.ts';
import { exchangesCommand } from '#lib/sales/exchanges/exchanges-commands.server.ts';
import { exchangesOfOrder } from '#lib/sales/exchanges/exchanges-of-order.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { commandFixture } from '#support/command-fixture.ts';
import { newCustomer, stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const REQUEST: Omit<ExchangeInput, 'order' | 'orderId'> = {
  reasons: ['Size too small'],
  customReason: 'and\ntoo short',
  hasOriginalPackaging: 'true',
};

/** Creates a delivered order of a kurta and two metres of cloth. `submitRequest` requests an exchange. */
async function setUpDeliveredOrder() {
  const { db, dataDir, run } = await commandFixture(exchangesCommand());
  await stockGoods(db);
  const fixture = orderFixture(db, Date.now());
  const customerId = await newCustomer(db, 'asha@example.in');
  const placedOrder = await fixture.place(await fixture.cartOf(['test-kurta', 1], ['test-cloth', 2]));
  await db.write.updateTable('orders').set({ customer_id: customerId }).where('id', '=', placedOrder.id).execute();
  const order = await moveOrder(fixture.shop, placedOrder.id, 'delivered');
  const shop = { ...fixture.shop, files: openFileStore({ dataDir }) };
  const submitRequest = (change: Partial<ExchangeInput> = {}, images: string[] = []) => {
    const folder = mkdtempSync(join(dataDir, 'sent-'));
    const files = images.map((name) => {
      const path = join(folder, name);
      writeFileSync(path, 'picture');
      return { field: 'images', name, kind: 'png' as const, bytes: 2_048, path };
    });
    return requestExchange(shop, { customerId }, { ...REQUEST, order: order.id, orderId: order.id, ...change }, files);
  };
  const { number } = order;
  const runExchanges = (...args: string[]) => run('exchanges', ...args);
  const readLastMail = async () => (await fixture.mails('exchange')).at(-1);
  const stepMessage = (text: string) => `The exchange for ${number} ${text}. The customer gets an email.`;
  return { db, dataDir, order, number, submitRequest, runExchanges, readLastMail, stepMessage, shop, fixture };
}

test('the exchanges commands cover all steps from request to delivery, with order numbers in any case', async () => {
  const { db, order, number, submitRequest, runExchanges, readLastMail, stepMessage, shop, fixture } =
    await setUpDeliveredOrder();
  expect(await runExchanges('list')).toEqual(['No exchanges.']);
  await submitRequest({ lines: undefined });
  const summary = (state: string) =>
    expect.stringMatching(
      new RegExp(`^${number}  ${state.padEnd(9)}  .+  asha@example.in  Size too small; and too short$`),
    );
  expect(await runExchanges('list')).toEqual([summary('requested')]);
  expect(await runExchanges('list', '--state', 'approved')).toEqual(['No exchanges.']);
  const approval = `is approved: the new goods are kept for the customer, who has 14 days to send the old ones back`;
  expect(await runExchanges('approve', number.toLowerCase())).toEqual([stepMessage(approval)]);
  const mail = (await readLastMail())?.text ?? '';
  expect(mail).toContain('You will receive:\n1 × Test Kurta (Rust/M)\n2 m Test Cloth');
  expect(mail).toContain(`Write the order number, ${number}, on the outside.`);
  expect(mail).toContain('By when: It should reach us by');
  expect(await runExchanges('show', number)).toEqual([
    summary('approved'),
    '  With the original packaging',
    '  Comes back: 1 × Test Kurta Rust/M (TK-M)',
    '  Goes out: 1 × Test Kurta Rust/M (TK-M)',
    '  Comes back: 2 m Test Cloth (TC)',
    '  Goes out: 2 m Test Cloth (TC), from bolt 1',
    '  To: Asha Rao, 5-4-86, Karkhana Lane, Hyderabad, Telangana, 500003, 9876543210',
  ]);
  expect(await runExchanges('receive', number, '--yes')).toEqual([
    stepMessage('is ready to pack: the old goods are back, so send the new ones now'),
    `What to pack, and where to: npm run shop -- exchanges show ${number}`,
  ]);
  expect((await readLastMail())?.text).not.toContain('By when');
  const parcel = ['--carrier', 'India Post', '--tracking', 'EX1', '--url', 'https://post.example/EX1'];
  await expect(runExchanges('ship', number, '--url', 'post.example')).rejects.toThrow('complete URL');
  expect(await runExchanges('ship', number, ...parcel)).toEqual([
    stepMessage('is on its way: the parcel has been sent'),
  ]);
  expect((await readLastMail())?.text).toContain(
    'Courier: India Post.\nTracking number: EX1.\nhttps://post.example/EX1',
  );
  expect(await runExchanges('list', '--state', 'received')).toEqual(['No exchanges.']);
  expect(await runExchanges('list', '--state', 'shipped')).toEqual([summary('shipped')]);
  expect((await runExchanges('show', number)).at(-1)).toMatch(
    /^ {2}Sent on .+, India Post, EX1, https:\/\/post.example\/EX1$/,
  );
  const orderExchanges = await exchangesOfOrder(shop, order, undefined);
  expect(orderExchanges.exchanges[0]).toMatchObject({
    stateText: 'The new goods are on their way to you.',
    returnInstructions: [],
  });
  expect(orderExchanges.exchanges[0]?.parcel).toMatchObject({ carrier: 'India Post', tracking_number: 'EX1' });
  expect(await runExchanges('delivered', number)).toEqual([stepMessage('is done: the new goods have been delivered')]);
  expect(await runExchanges('list', '--state', 'delivered')).toEqual([summary('delivered')]);
  expect(await runExchanges('list', '--state', 'shipped')).toEqual(['No exchanges.']);
  const events = db.write.selectFrom('order_event').select('kind').where('order_id', '=', order.id).orderBy('at');
  expect((await events.execute()).map(({ kind }) => kind).filter((kind) => kind.startsWith('exchange'))).toEqual(
    ['requested', 'approved', 'received', 'shipped', 'delivered'].map((state) => `exchange_${state}`),
  );
  const items = 'Test Kurta and 1 more';
  expect((await fixture.mails('exchange')).map(({ subject }) => subject.replace(` (${number})`, ''))).toEqual([
    // The request did not list items.
    'Exchange request received: order',
    `Exchange approved: ${items}`,
    `Returned goods received, exchange: ${items}`,
    `Your new ${items} have been shipped`,
    `Your new ${items} have been delivered`,
  ]);
});

test('an exchanges command that needs confirmation changes nothing without --yes', async () => {
  const { number, submitRequest, runExchanges, readLastMail, stepMessage } = await setUpDeliveredOrder();
  await submitRequest();
  await expect(runExchanges('decline', number, 'It was washed.')).rejects.toThrow(
    `Decline the exchange for ${number}?`,
  );
  await runExchanges('approve', number);
  await expect(runExchanges('receive', number)).rejects.toThrow(
    `Record the return of the old goods of ${number}, with restocking? `,
  );
  await expect(runExchanges('receive', number, '--spoilt')).rejects.toThrow(', without restocking? ');
  expect((await runExchanges('list'))[0]).toContain('approved');
  expect(await runExchanges('decline', number, 'It was washed.', '--yes')).toEqual([stepMessage('is declined')]);
  expect((await readLastMail())?.text).toContain('It was washed.');
  const text = await runExchanges('show', number);
  expect(text.at(-1)).toBe('  Answer: It was washed.');
  expect(text.join('\n')).not.toContain('To: ');
  expect(text).toContain('  Goes out: 1 × Test Kurta Rust/M (TK-M) (not reserved)');
});

test('exchanges receive --spoilt does not restock the returned items', async () => {
  const { number, submitRequest, runExchanges, fixture } = await setUpDeliveredOrder();
  await submitRequest();
  await runExchanges('approve', number);
  const stockBefore = await fixture.stock();
  await runExchanges('receive', number, '--spoilt', '--yes');
  expect(await fixture.stock()).toEqual(stockBefore);
  expect(await runExchanges('show', number)).toContain('  The returned goods were damaged and not restocked');
});

test.each([['TK-M'], ['TK-M='], ['=TK-L'], ['TK-M=TK-L,TC'], ['TK-M=TK-L=TC']])(
  'exchanges approve --swap %s fails and holds no stock',
  async (swap) => {
    const { number, submitRequest, runExchanges } = await setUpDeliveredOrder();
    await submitRequest();
    await expect(runExchanges('approve', number, '--swap', swap)).rejects.toThrow('Write OLD=NEW.');
    expect((await runExchanges('list'))[0]).toContain('requested');
  },
);

test('exchanges approve --swap sends other items at the same price', async () => {
  const { db, number, submitRequest, runExchanges } = await setUpDeliveredOrder();
  await submitRequest();
  await db.write
    .updateTable('variant')
    .set({ quantity: 1, sale_price_paise: 149_950 })
    .where('sku', '=', 'TK-L')
    .execute();
  await expect(runExchanges('approve', number, '--swap', 'TS=TK-L')).rejects.toThrow(
    'TS is not in this order, or can no longer be exchanged.',
  );
  await runExchanges('approve', number, '--swap', ' TK-M = TK-L ');
  expect((await runExchanges('show', number)).filter((line) => /Comes|Goes/.test(line))).toEqual([
    '  Comes back: 1 × Test Kurta Rust/M (TK-M)',
    '  Goes out: 1 × Test Kurta Rust/L (TK-L)',
  ]);
});

test('exchanges show lists the pictures, and --save writes them', async () => {
  const { dataDir, number, submitRequest, runExchanges } = await setUpDeliveredOrder();
  await expect(runExchanges('show', number)).rejects.toThrow(`There is no exchange request for ${number}.`);
  await submitRequest({}, ['front.png', 'back.png']);
  expect((await runExchanges('show', number)).slice(-2)).toEqual(['  [front.png, 2 kB]', '  [back.png, 2 kB]']);
  const folder = join(dataDir, 'saved');
  expect(existsSync(folder)).toBe(false);
  await runExchanges('show', number, '--save', folder);
  expect(readdirSync(folder)).toHaveLength(2);
});

test('exchanges list rejects an unknown state', async () => {
  const { runExchanges } = await setUpDeliveredOrder();
  await expect(runExchanges('list', '--state', 'lost')).rejects.toThrow('Choose one of: requested, approved');
});
