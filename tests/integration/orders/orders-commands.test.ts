import { expect, test } from 'vitest';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ordersCommand } from '#lib/sales/orders/commands/orders-commands.server.ts';
import type { SendRefunds } from '#lib/sales/orders/commands/orders-money-commands.server.ts';
import { recordRefundDue } from '#lib/sales/orders/credits/refunds.server.ts';
import { CONFIRM_FIRST } from '#lib/sales/orders/record/orders.ts';
import { refundOrder } from '#lib/sales/payments/refund-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { awaitConfirmation } from '#support/cash-confirmation.ts';
import { commandFixture } from '#support/command-fixture.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const CASH_ORDER = 'TA-2026-000001';
const PAID_ORDER = 'TA-2026-000002';
const CASH_ORDER_TITLE = `${CASH_ORDER} (asha@example.in, ₹3,665.66, placed)`;
const PAID_ORDER_TITLE = `${PAID_ORDER} (bina@example.in, ₹939.00, placed)`;
const CONFIRM = ' This can’t be undone. Add --yes to confirm.';

/**
 * Creates Asha's cash order of two kurtas and two metres of cloth, and Bina's paid order of three scarves with
 * delivery.
 */
async function setUpShopWithOrders(send: SendRefunds = refundOrder) {
  const { db, run } = await commandFixture(ordersCommand(send));
  await stockGoods(db);
  const fixture = orderFixture(db, Date.now());
  const cashOrder = await fixture.place(await fixture.cartOf(['test-kurta', 2], ['test-cloth', 2]));
  const contact = { email: 'bina@example.in', mobile: '9000000001' };
  const paidOrder = await fixture.place(await fixture.cartOf(['test-scarf', 3]), { payment: 'test', contact });
  const report = { orderId: paidOrder.id, provider: 'test' as const, eventId: 'evt_1', reference: 'pay_1' };
  await settlePayment(fixture.shop, { ...report, outcome: 'paid', amountPaise: paidOrder.total_paise });
  await db.write
    .updateTable('orders')
    .set({ created_at: cashOrder.created_at - 1 })
    .where('id', '=', cashOrder.id)
    .execute();
  const readOrders = () => db.write.selectFrom('orders').selectAll().orderBy('number').execute();
  return { db, fixture, readOrders, runOrders: (...args: string[]) => run('orders', ...args) };
}

const numbersOf = (lines: string[]) => lines.map((line) => line.slice(0, CASH_ORDER.length));

test('orders list shows the latest orders first, and filters by status, email address or due refund', async () => {
  const { runOrders } = await setUpShopWithOrders();
  expect(numbersOf(await runOrders('list'))).toEqual([PAID_ORDER, CASH_ORDER]);
  expect((await runOrders('list'))[0]).toMatch(/ Placed, paid +₹939\.00 {2}bina@example\.in$/);
  expect(numbersOf(await runOrders('list', '--email', 'BINA@example.in'))).toEqual([PAID_ORDER]);
  await runOrders('move', CASH_ORDER, 'processing', '--yes');
  expect(numbersOf(await runOrders('list', '--status', 'Processing'))).toEqual([CASH_ORDER]);
  expect(await runOrders('list', '--status', 'delivered')).toEqual(['No orders.']);
  expect(await runOrders('list', '--refunds')).toEqual(['No orders.']);
  await runOrders('cancel', PAID_ORDER, '--line', '1', '--quantity', '1', '--yes');
  expect(await runOrders('list', '--refunds')).toEqual([
    expect.stringMatching(/bina@example\.in {2}REFUND DUE ₹300\.00$/),
  ]);
});

test('orders show prints the lines, amounts and history, also for the end of an order number', async () => {
  const { runOrders } = await setUpShopWithOrders();
  const output = await runOrders('show', '1');
  expect(output.slice(1, 6)).toEqual([
    '  Cash on delivery; mobile 9876543210',
    '  To: Asha Rao, 5-4-86, Karkhana Lane, Hyderabad, Telangana, 500003, 9876543210',
    '  1. 2 × Test Kurta Rust/M (TK-M): ₹2,999.00',
    '  2. 2 m Test Cloth (TC), from bolt 2: ₹666.66',
    '  delivery ₹0.00, total ₹3,665.66 with ₹174.54 GST',
  ]);
  expect((await runOrders('show', PAID_ORDER.toLowerCase())).at(-1)).toMatch(/ {2}Paid: pay_1$/);
  await expect(runOrders('show', '7')).rejects.toThrow('We could not find this order. (7)');
});

test.each([
  ['procesing', 'Did you mean processing?'],
  [
    'lost',
    'Allowed statuses are pending, placed, processing, shipped, in_transit, out_for_delivery, delivered, cancelled, returned.',
  ],
])('orders move and orders list reject the status %s', async (state, message) => {
  const { runOrders } = await setUpShopWithOrders();
  await expect(runOrders('move', CASH_ORDER, state, '--yes')).rejects.toThrow(message);
  await expect(runOrders('list', '--status', state)).rejects.toThrow(message);
});

test('orders move asks for confirmation, and reports who gets an email and that the order is paid', async () => {
  const { fixture, readOrders, runOrders } = await setUpShopWithOrders();
  await expect(runOrders('move', CASH_ORDER, 'shipped')).rejects.toThrow(
    `Move ${CASH_ORDER_TITLE} to shipped?${CONFIRM}`,
  );
  expect((await readOrders())[0]?.order_status).toBe('placed');
  const parcel = ['--carrier', 'India Post', '--tracking', 'EX1', '--url', 'https://post.example/EX1'];
  await expect(runOrders('move', CASH_ORDER, 'shipped', '--yes', '--url', 'post.example')).rejects.toThrow(
    'complete URL',
  );
  expect(await runOrders('move', CASH_ORDER, 'processing', '--yes')).toEqual([
    `${CASH_ORDER} is now processing (was placed).`,
  ]);
  expect(await runOrders('move', CASH_ORDER, 'Out for-delivery', '--yes', ...parcel)).toEqual([
    `${CASH_ORDER} is now out for delivery (was processing). asha@example.in gets an email.`,
  ]);
  expect((await readOrders())[0]).toMatchObject({
    carrier: 'India Post',
    tracking_number: 'EX1',
    tracking_url: 'https://post.example/EX1',
    invoice_number: expect.any(String),
  });
  expect((await fixture.mails()).at(-1)?.to_address).toBe('asha@example.in');
  expect(await runOrders('move', CASH_ORDER, 'delivered', '--yes')).toEqual([
    `${CASH_ORDER} is now delivered (was out for delivery). asha@example.in gets an email.`,
    'Payment status: Paid.',
  ]);
  await expect(runOrders('move', CASH_ORDER, 'shipped', '--yes')).rejects.toThrow(
    "An order that is delivered can't be changed to “Shipped”.",
  );
});

test('orders cancel cancels a whole order and restocks its goods', async () => {
  const { fixture, readOrders, runOrders } = await setUpShopWithOrders();
  await expect(runOrders('move', CASH_ORDER, 'cancelled')).rejects.toThrow(
    `Cancel all of ${CASH_ORDER_TITLE}?${CONFIRM}`,
  );
  expect(await runOrders('cancel', CASH_ORDER, '--reason', 'The bolt is torn.', '--yes')).toEqual([
    `${CASH_ORDER} is now cancelled (its goods are back in stock). asha@example.in gets an email.`,
  ]);
  expect((await fixture.stock())['test-kurta']).toEqual({ stock: 5, sold: 0 });
  expect((await fixture.mails()).at(-1)?.text).toContain('The bolt is torn.');
  expect(await runOrders('move', PAID_ORDER, 'cancelled', '--yes')).toEqual([
    `${PAID_ORDER} is now cancelled (its goods are back in stock). bina@example.in gets an email.`,
    `₹939.00 has to be refunded: npm run shop -- orders refund ${PAID_ORDER}`,
  ]);
  expect((await readOrders()).map(({ order_status }) => order_status)).toEqual(['cancelled', 'cancelled']);
  const unpaidOrder = await fixture.place(await fixture.cartOf(['test-scarf', 1]), { payment: 'test' });
  await fixture.shop.db.write.updateTable('orders').set({ stock_held: 0 }).where('id', '=', unpaidOrder.id).execute();
  expect((await runOrders('cancel', unpaidOrder.number, '--yes'))[0]).toContain('(no goods were reserved)');
});

test('orders commands do not announce an email for an order without an email address', async () => {
  const { fixture, runOrders, db } = await setUpShopWithOrders();
  await db.write.updateTable('orders').set({ email: '' }).execute();
  const mailsBefore = await fixture.mails();
  await expect(runOrders('cancel', CASH_ORDER)).rejects.toThrow(
    `Cancel all of ${CASH_ORDER} (₹3,665.66, placed)?${CONFIRM}`,
  );
  expect(await runOrders('cancel', CASH_ORDER, '--yes')).toEqual([
    `${CASH_ORDER} is now cancelled (its goods are back in stock).`,
  ]);
  expect(await runOrders('refund', PAID_ORDER, '--amount', '50.5', '--reason', 'late', '--yes', '--by-hand')).toEqual([
    `${PAID_ORDER}: ₹50.50 deducted. The order is placed, and its total is now ₹888.50.`,
    `₹50.50 has to be refunded: npm run shop -- orders refund ${PAID_ORDER}`,
    `${PAID_ORDER}: ₹50.50 recorded as refunded manually.`,
  ]);
  expect(await runOrders('move', PAID_ORDER, 'shipped', '--yes')).toEqual([
    `${PAID_ORDER} is now shipped (was placed).`,
  ]);
  expect(await fixture.mails()).toEqual(mailsBefore);
});

test('orders refund states that nothing is left of a line that was returned', async () => {
  const { runOrders } = await setUpShopWithOrders();
  for (const status of ['shipped', 'delivered']) await runOrders('move', PAID_ORDER, status, '--yes');
  await runOrders('return', PAID_ORDER, '--line', '1', '--yes');
  await expect(runOrders('refund', PAID_ORDER, '--line', '1', '--reason', 'Torn', '--yes')).rejects.toThrow(
    'Nothing is left of line 1.',
  );
});

test.each([
  [['--line', '1', '--quantity', '1'], `Cancel 1 × Test Scarf of ${PAID_ORDER_TITLE}?${CONFIRM}`],
  [['--line', '1'], `Cancel 3 × Test Scarf of ${PAID_ORDER_TITLE}?${CONFIRM}`],
  [['--quantity', '1'], 'Add the line: --line N, as in orders show.'],
  [['--line', '2', '--yes'], `${PAID_ORDER} has no line 2.`],
  [['--line', '0', '--yes'], 'Enter a line number from orders show'],
  [['--line', 'x1', '--yes'], 'Enter a line number from orders show'],
  [['--line', '1x', '--yes'], 'Enter a line number from orders show'],
  [['--line', '12345', '--yes'], 'Enter a line number from orders show'],
  [['--line', '1', '--quantity', '1.5', '--yes'], 'whole pieces, or metres'],
  [['--line', '1', '--quantity', '0', '--yes'], 'whole pieces, or metres'],
  [['--line', '1', '--quantity', '1x', '--yes'], 'Enter a number such as 1'],
  [['--line', '1', '--quantity', 'x1', '--yes'], 'Enter a number such as 1'],
  [['--line', '1', '--quantity', '1.555', '--yes'], 'Enter a number such as 1'],
  [['--line', '1', '--quantity', '1234567', '--yes'], 'Enter a number such as 1'],
  [['--line', '1', '--yes'], 'Nothing would be left in the order.'],
])('orders cancel %j is rejected and changes nothing', async (args, message) => {
  const { fixture, readOrders, runOrders } = await setUpShopWithOrders();
  const ordersBefore = await readOrders();
  await expect(runOrders('cancel', PAID_ORDER, ...args)).rejects.toThrow(message);
  expect(await readOrders()).toEqual(ordersBefore);
  expect((await fixture.stock())['test-scarf']).toEqual({ stock: 47, sold: 3 });
});

test('orders cancel --line asks about pieces or metres, and cancels pieces or a whole cut of cloth', async () => {
  const { fixture, runOrders } = await setUpShopWithOrders();
  expect(await runOrders('cancel', PAID_ORDER, '--line', '1', '--quantity', '1', '--reason', 'torn', '--yes')).toEqual([
    `${PAID_ORDER}: ₹300.00 deducted, goods restocked. The order is placed, and its total is now ₹639.00. bina@example.in gets an email.`,
    `₹300.00 has to be refunded: npm run shop -- orders refund ${PAID_ORDER}`,
  ]);
  // Two scarves are left.
  await expect(runOrders('cancel', PAID_ORDER, '--line', '1')).rejects.toThrow('Cancel 2 × Test Scarf');
  await expect(runOrders('cancel', CASH_ORDER, '--line', '2', '--quantity', '1.5')).rejects.toThrow(
    'Cancel 1.5 m Test Cloth',
  );
  expect(await runOrders('cancel', CASH_ORDER, '--line', '2', '--yes')).toEqual([
    `${CASH_ORDER}: ₹666.66 deducted, goods restocked. The order is placed, and its total is now ₹2,999.00. asha@example.in gets an email.`,
    'To pay at the door: ₹2,999.00',
  ]);
  expect((await fixture.stock())['test-cloth']?.stock).toBe(1_250);
});

test('orders refund sends a due refund only once', async () => {
  const { runOrders } = await setUpShopWithOrders();
  await expect(runOrders('refund', PAID_ORDER, '--yes')).rejects.toThrow('No refund is due for this order.');
  await runOrders('cancel', PAID_ORDER, '--line', '1', '--quantity', '1', '--yes');
  await expect(runOrders('refund', PAID_ORDER)).rejects.toThrow(
    `Send all refunds due for ${PAID_ORDER_TITLE}?${CONFIRM}`,
  );
  expect(await runOrders('refund', PAID_ORDER, '--yes')).toEqual([
    `${PAID_ORDER}: ₹300.00 sent back by test (pay_1). bina@example.in gets an email.`,
  ]);
  await expect(runOrders('refund', PAID_ORDER, '--yes')).rejects.toThrow('No refund is due for this order.');
});

test('orders refund sends refunds of online payments, and lists refunds of cash', async () => {
  const { db, readOrders, runOrders } = await setUpShopWithOrders();
  await runOrders('move', CASH_ORDER, 'delivered', '--yes');
  await runOrders('return', CASH_ORDER, '--line', '1', '--yes');
  const id = (await readOrders())[0]?.id ?? '';
  const onlineRefund = { provider: 'test' as const, reference: 'pay_9', amount_paise: 5_000 };
  await transaction(db, (tx) => recordRefundDue(tx, id, onlineRefund, 'paid_at_door', 1));
  const [sentLine, cashLine, ...otherLines] = await runOrders('refund', CASH_ORDER, '--yes');
  expect(sentLine).toBe(`${CASH_ORDER}: ₹50.00 sent back by test (pay_9). asha@example.in gets an email.`);
  expect(cashLine).toContain(
    `then record it as refunded manually: npm run shop -- orders refund ${CASH_ORDER} --by-hand`,
  );
  expect(otherLines).toEqual([]);
  await expect(runOrders('refund', CASH_ORDER, '--by-hand')).rejects.toThrow(
    'Record all refunds due as sent manually for',
  );
  expect(await runOrders('refund', CASH_ORDER, '--by-hand', '--yes')).toEqual([
    expect.stringContaining('recorded as refunded manually'),
  ]);
});

test('orders refund lists a refund of an online payment that became due meanwhile, but not as cash', async () => {
  const { runOrders } = await setUpShopWithOrders(async (shop, order, method) => {
    const result = await refundOrder(shop, order, method);
    const payment = { orderId: order.id, provider: 'test' as const, eventId: 'evt_2', reference: 'pay_2' };
    await runAs({ kind: 'gateway', id: 'test', name: 'Test gateway', origin: 'webhook' }, () =>
      settlePayment(shop, { ...payment, outcome: 'paid', amountPaise: order.total_paise }),
    );
    return result;
  });
  await runOrders('cancel', PAID_ORDER, '--line', '1', '--quantity', '1', '--yes');
  expect(await runOrders('refund', PAID_ORDER, '--yes')).toEqual([
    `${PAID_ORDER}: ₹300.00 sent back by test (pay_1). bina@example.in gets an email.`,
    `REFUND DUE ₹939.00 of test payment pay_2, because the order had already been paid: orders refund ${PAID_ORDER}`,
  ]);
});

test('orders refund --amount requires a reason and a confirmation, then credits and refunds the amount', async () => {
  const { runOrders } = await setUpShopWithOrders();
  const refund = (...args: string[]) => runOrders('refund', PAID_ORDER, ...args);
  await expect(refund('--amount', '50')).rejects.toThrow('Please give a reason for the customer: --reason "…"');
  await expect(refund('--amount', '50', '--reason', 'late')).rejects.toThrow(`Refund ₹50.00 of ${PAID_ORDER_TITLE}?`);
  await expect(refund('--amount', '50', '--line', '1', '--reason', 'late')).rejects.toThrow(
    'Refund ₹50.00 for line 1 of',
  );
  const conflictingOptions = refund('--amount', '50', '--line', '1', '--quantity', '1', '--reason', 'late', '--yes');
  await expect(conflictingOptions).rejects.toThrow('Use --amount or --quantity, not both.');
  for (const amount of ['50.555', 'Rs50', '50x', '123456789'])
    await expect(refund('--amount', amount, '--reason', 'late', '--yes')).rejects.toThrow('Enter rupees, such as');
  expect(await refund('--amount', '50.5', '--line', '1', '--reason', 'late', '--yes', '--by-hand')).toEqual([
    `${PAID_ORDER}: ₹50.50 deducted. The order is placed, and its total is now ₹888.50. bina@example.in gets an email.`,
    `₹50.50 has to be refunded: npm run shop -- orders refund ${PAID_ORDER}`,
    `${PAID_ORDER}: ₹50.50 recorded as refunded manually. bina@example.in gets an email.`,
  ]);
});

test('orders refund --line works only for shipped items; unpaid cash is not refunded', async () => {
  const { runOrders } = await setUpShopWithOrders();
  const line = ['--line', '1', '--quantity', '1', '--reason', 'torn', '--yes'];
  await expect(runOrders('refund', PAID_ORDER, ...line)).rejects.toThrow(
    'The order has not been shipped. Cancel the lines instead of refunding them.',
  );
  await runOrders('move', PAID_ORDER, 'shipped', '--yes');
  expect((await runOrders('refund', PAID_ORDER, ...line)).at(-1)).toContain('₹300.00 sent back by test');
  const lines = await runOrders('refund', CASH_ORDER, '--amount', '100', '--reason', 'late', '--yes');
  expect(lines).toEqual([
    `${CASH_ORDER}: ₹100.00 deducted. The order is placed, and its total is now ₹3,565.66. asha@example.in gets an email.`,
    'To pay at the door: ₹3,565.66',
  ]);
});

test('orders return records the return of a whole parcel that was refused at the door', async () => {
  const { fixture, runOrders } = await setUpShopWithOrders();
  await runOrders('move', CASH_ORDER, 'shipped', '--yes');
  const shippedTitle = CASH_ORDER_TITLE.replace('placed', 'shipped');
  await expect(runOrders('return', CASH_ORDER)).rejects.toThrow(
    `Record the return of the parcel of ${shippedTitle}, with restocking?${CONFIRM}`,
  );
  await expect(runOrders('return', CASH_ORDER, '--spoilt')).rejects.toThrow(', without restocking?');
  await expect(runOrders('return', CASH_ORDER, '--spoilt', '1,2')).rejects.toThrow(', without restocking lines 1,2?');
  await expect(runOrders('return', CASH_ORDER, '--spoilt', '1,x')).rejects.toThrow(
    'Enter a line number from orders show',
  );
  await expect(runOrders('return', CASH_ORDER, '--line', '1', '--yes')).rejects.toThrow('comes back as a whole');
  expect(await runOrders('return', CASH_ORDER, '--spoilt', '1', '--yes')).toEqual([
    expect.stringMatching(
      /^TA-2026-000001: ₹3,665\.66 deducted, goods restocked, damaged goods not restocked\. Credit note CN\/\S+\. The order is returned, and its total is now ₹0\.00\. asha@example\.in gets an email\.$/,
    ),
    'No cash was collected.',
  ]);
  expect(await fixture.stock()).toMatchObject({ 'test-kurta': { stock: 3 }, 'test-cloth': { stock: 1_250 } });
});

test('orders return records partial returns, with the delivery charge if the shop was at fault', async () => {
  const { runOrders } = await setUpShopWithOrders();
  await runOrders('move', PAID_ORDER, 'delivered', '--yes');
  const line = ['--line', '1', '--quantity', '1'];
  const deliveredTitle = PAID_ORDER_TITLE.replace('placed', 'delivered');
  await expect(runOrders('return', PAID_ORDER, ...line)).rejects.toThrow(
    `Record the return of 1 × Test Scarf of ${deliveredTitle}, with restocking?`,
  );
  const [text, dueLine] = await runOrders(
    'return',
    PAID_ORDER,
    ...line,
    '--spoilt',
    '--with-delivery',
    '--reason',
    'torn',
    '--yes',
  );
  expect(text).toMatch(
    /^TA-2026-000002: ₹339\.00 deducted, damaged goods not restocked\. Credit note .+ total is now ₹600\.00\./,
  );
  expect(dueLine).toBe(`₹339.00 has to be refunded: npm run shop -- orders refund ${PAID_ORDER}`);
  await expect(runOrders('move', PAID_ORDER, 'returned')).rejects.toThrow(
    `Record the return of all of ${deliveredTitle}`,
  );
  expect((await runOrders('move', PAID_ORDER, 'returned', '--yes'))[0]).toContain(
    'The order is returned, and its total is now ₹0.00.',
  );
});

test('orders return, cancel and refund suggest the commands that are possible instead', async () => {
  const { runOrders } = await setUpShopWithOrders();
  await expect(runOrders('return', CASH_ORDER, '--yes')).rejects.toThrow(
    `Ship it first, or cancel it.\n  npm run shop -- orders move ${CASH_ORDER} shipped\n  npm run shop -- orders cancel ${CASH_ORDER}`,
  );
  await runOrders('move', CASH_ORDER, 'delivered', '--yes');
  await expect(runOrders('cancel', CASH_ORDER, '--line', '1', '--quantity', '1', '--yes')).rejects.toThrow(
    `Take its goods back instead.\n  npm run shop -- orders return ${CASH_ORDER}`,
  );
  await runOrders('return', CASH_ORDER, '--line', '1', '--yes');
  await expect(runOrders('refund', CASH_ORDER, '--yes')).rejects.toThrow(
    `npm run shop -- orders refund ${CASH_ORDER} --by-hand`,
  );
});

test('orders return suggests only cancelling an order that is not paid yet', async () => {
  const { fixture, runOrders } = await setUpShopWithOrders();
  const { number } = await fixture.place(await fixture.cartOf(['test-scarf', 1]), { payment: 'test' });
  const returnAttempt = runOrders('return', number, '--yes');
  await expect(returnAttempt).rejects.toThrow(`once it is paid.\n  npm run shop -- orders cancel ${number}`);
});

test('orders lost credits the whole order and restocks nothing', async () => {
  const { fixture, readOrders, runOrders } = await setUpShopWithOrders();
  const stockBefore = await fixture.stock();
  await expect(runOrders('lost', CASH_ORDER, '--yes')).rejects.toThrow('on its way');
  await runOrders('move', CASH_ORDER, 'shipped', '--yes');
  expect((await runOrders('lost', CASH_ORDER, '--yes'))[0]).toMatch(
    /deducted\. .*The order is cancelled, and its total is now ₹0\.00\./,
  );
  expect((await readOrders())[0]).toMatchObject({ order_status: 'cancelled', payment_status: 'failed' });
  expect((await fixture.stock())['test-kurta']?.stock).toBe(stockBefore['test-kurta']?.stock);
});

test('orders confirm makes a cash order ready to pack after its customer confirmed it by phone', async () => {
  const { db, runOrders, readOrders } = await setUpShopWithOrders();
  const [cashOrder] = await readOrders();
  await awaitConfirmation(db, cashOrder?.id ?? '');
  await expect(runOrders('move', CASH_ORDER, 'processing', '--yes')).rejects.toThrow(CONFIRM_FIRST);
  expect((await runOrders('show', CASH_ORDER))[0]).toContain('Placed, cash on delivery, not confirmed');
  expect(await runOrders('confirm', CASH_ORDER, '--yes')).toEqual([
    `${CASH_ORDER} is confirmed. It can be packed now.`,
  ]);
  await runOrders('move', CASH_ORDER, 'processing', '--yes');
  expect((await readOrders())[0]?.order_status).toBe('processing');
});
