import { expect, test } from 'vitest';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ordersCommand } from '#lib/sales/orders/admin/orders-commands.server.ts';
import type { SendRefunds } from '#lib/sales/orders/admin/orders-money-commands.server.ts';
import { recordRefundDue } from '#lib/sales/orders/credits/refunds.server.ts';
import { CONFIRM_FIRST } from '#lib/sales/orders/record/orders.ts';
import { refundOrder } from '#lib/sales/payments/refund-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { awaitConfirmation } from '#support/cash-confirmation.ts';
import { commandFixture } from '#support/command-fixture.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

const CASH = 'TA-2026-000001';
const PAID = 'TA-2026-000002';
const CASH_NAME = `${CASH} (asha@example.in, ₹3,665.66, placed)`;
const PAID_NAME = `${PAID} (bina@example.in, ₹939.00, placed)`;
const CONFIRM = ' This can’t be undone. Add --yes to do it.';

/** Asha's cash order of two kurtas and two metres of cloth, and Bina's paid order of three scarves with delivery. */
async function shopWithOrders(send: SendRefunds = refundOrder) {
  const { db, run } = await commandFixture(ordersCommand(send));
  await stockGoods(db);
  const fixture = orderFixture(db, Date.now());
  const cash = await fixture.place(await fixture.cartOf(['test-kurta', 2], ['test-cloth', 2]));
  const contact = { email: 'bina@example.in', mobile: '9000000001' };
  const paid = await fixture.place(await fixture.cartOf(['test-scarf', 3]), { payment: 'test', contact });
  const report = { orderId: paid.id, provider: 'test' as const, eventId: 'evt_1', reference: 'pay_1' };
  await settlePayment(fixture.shop, { ...report, outcome: 'paid', amountPaise: paid.total_paise });
  await db.write
    .updateTable('orders')
    .set({ created_at: cash.created_at - 1 })
    .where('id', '=', cash.id)
    .execute();
  const rows = () => db.write.selectFrom('orders').selectAll().orderBy('number').execute();
  return { db, fixture, rows, orders: (...args: string[]) => run('orders', ...args) };
}

const numbersOf = (lines: string[]) => lines.map((line) => line.slice(0, CASH.length));

test('orders list shows the latest first, and filters by status, email address or due refund', async () => {
  const { orders } = await shopWithOrders();
  expect(numbersOf(await orders('list'))).toEqual([PAID, CASH]);
  expect((await orders('list'))[0]).toMatch(/ Placed, paid +₹939\.00 {2}bina@example\.in$/);
  expect(numbersOf(await orders('list', '--email', 'BINA@example.in'))).toEqual([PAID]);
  await orders('move', CASH, 'processing', '--yes');
  expect(numbersOf(await orders('list', '--status', 'Processing'))).toEqual([CASH]);
  expect(await orders('list', '--status', 'delivered')).toEqual(['No orders.']);
  expect(await orders('list', '--refunds')).toEqual(['No orders.']);
  await orders('cancel', PAID, '--line', '1', '--quantity', '1', '--yes');
  expect(await orders('list', '--refunds')).toEqual([
    expect.stringMatching(/bina@example\.in {2}REFUND DUE ₹300\.00$/),
  ]);
});

test('orders show prints lines, amounts and history, also for the end of a number', async () => {
  const { orders } = await shopWithOrders();
  const shown = await orders('show', '1');
  expect(shown.slice(1, 6)).toEqual([
    '  Cash on delivery; mobile 9876543210',
    '  To: Asha Rao, 5-4-86, Karkhana Lane, Hyderabad, Telangana, 500003, 9876543210',
    '  1. 2 × Test Kurta Rust/M (TK-M): ₹2,999.00',
    '  2. 2 m Test Cloth (TC), from bolt 2: ₹666.66',
    '  delivery ₹0.00, total ₹3,665.66 with ₹174.54 GST',
  ]);
  expect((await orders('show', PAID.toLowerCase())).at(-1)).toMatch(/ {2}Paid: pay_1$/);
  await expect(orders('show', '7')).rejects.toThrow('We could not find this order. (7)');
});

test.each([
  ['procesing', 'Did you mean processing?'],
  [
    'lost',
    'Allowed statuses are pending, placed, processing, shipped, in_transit, out_for_delivery, delivered, cancelled, returned.',
  ],
])('orders move and orders list reject the status %s', async (state, message) => {
  const { orders } = await shopWithOrders();
  await expect(orders('move', CASH, state, '--yes')).rejects.toThrow(message);
  await expect(orders('list', '--status', state)).rejects.toThrow(message);
});

test('orders move asks for confirmation, and reports who is emailed and that the order is paid', async () => {
  const { fixture, rows, orders } = await shopWithOrders();
  await expect(orders('move', CASH, 'shipped')).rejects.toThrow(`Move ${CASH_NAME} to shipped?${CONFIRM}`);
  expect((await rows())[0]?.order_status).toBe('placed');
  const parcel = ['--carrier', 'India Post', '--tracking', 'EX1', '--url', 'https://post.example/EX1'];
  await expect(orders('move', CASH, 'shipped', '--yes', '--url', 'post.example')).rejects.toThrow('whole address');
  expect(await orders('move', CASH, 'processing', '--yes')).toEqual([`${CASH} is now processing (was placed).`]);
  expect(await orders('move', CASH, 'Out for-delivery', '--yes', ...parcel)).toEqual([
    `${CASH} is now out for delivery (was processing). asha@example.in gets an email.`,
  ]);
  expect((await rows())[0]).toMatchObject({
    carrier: 'India Post',
    tracking_number: 'EX1',
    tracking_url: 'https://post.example/EX1',
    invoice_number: expect.any(String),
  });
  expect((await fixture.mails()).at(-1)?.to_address).toBe('asha@example.in');
  expect(await orders('move', CASH, 'delivered', '--yes')).toEqual([
    `${CASH} is now delivered (was out for delivery). asha@example.in gets an email.`,
    'Its payment is now: Paid.',
  ]);
  await expect(orders('move', CASH, 'shipped', '--yes')).rejects.toThrow(
    "An order that is delivered can't be changed to “Shipped”.",
  );
});

test('orders cancel cancels a whole order and restores its stock', async () => {
  const { fixture, rows, orders } = await shopWithOrders();
  await expect(orders('move', CASH, 'cancelled')).rejects.toThrow(`Cancel all of ${CASH_NAME}?${CONFIRM}`);
  expect(await orders('cancel', CASH, '--reason', 'The bolt is torn.', '--yes')).toEqual([
    `${CASH} is now cancelled (its goods are back in stock). asha@example.in gets an email.`,
  ]);
  expect((await fixture.stock())['test-kurta']).toEqual({ stock: 5, sold: 0 });
  expect((await fixture.mails()).at(-1)?.text).toContain('The bolt is torn.');
  expect(await orders('move', PAID, 'cancelled', '--yes')).toEqual([
    `${PAID} is now cancelled (its goods are back in stock). bina@example.in gets an email.`,
    `₹939.00 has to be refunded: npm run shop -- orders refund ${PAID}`,
  ]);
  expect((await rows()).map(({ order_status }) => order_status)).toEqual(['cancelled', 'cancelled']);
  const unpaid = await fixture.place(await fixture.cartOf(['test-scarf', 1]), { payment: 'test' });
  await fixture.shop.db.write.updateTable('orders').set({ stock_held: 0 }).where('id', '=', unpaid.id).execute();
  expect((await orders('cancel', unpaid.number, '--yes'))[0]).toContain('(no goods were reserved)');
});

test('commands announce no email for an order without an email address', async () => {
  const { fixture, orders, db } = await shopWithOrders();
  await db.write.updateTable('orders').set({ email: '' }).execute();
  const mailsBefore = await fixture.mails();
  await expect(orders('cancel', CASH)).rejects.toThrow(`Cancel all of ${CASH} (₹3,665.66, placed)?${CONFIRM}`);
  expect(await orders('cancel', CASH, '--yes')).toEqual([`${CASH} is now cancelled (its goods are back in stock).`]);
  expect(await orders('refund', PAID, '--amount', '50.5', '--reason', 'late', '--yes', '--by-hand')).toEqual([
    `${PAID}: ₹50.50 deducted. It is placed and costs ₹888.50 now.`,
    `₹50.50 has to be refunded: npm run shop -- orders refund ${PAID}`,
    `${PAID}: ₹50.50 recorded as refunded manually.`,
  ]);
  expect(await orders('move', PAID, 'shipped', '--yes')).toEqual([`${PAID} is now shipped (was placed).`]);
  expect(await fixture.mails()).toEqual(mailsBefore);
});

test.each([
  [['--line', '1', '--quantity', '1'], `Cancel 1 × Test Scarf of ${PAID_NAME}?${CONFIRM}`],
  [['--line', '1'], `Cancel 3 × Test Scarf of ${PAID_NAME}?${CONFIRM}`],
  [['--quantity', '1'], 'Add the line: --line N, as in orders show.'],
  [['--line', '2', '--yes'], `${PAID} has no line 2.`],
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
  [['--line', '1', '--yes'], 'Nothing else is left in the order.'],
])('rejects orders cancel %j, and changes nothing', async (args, message) => {
  const { fixture, rows, orders } = await shopWithOrders();
  const before = await rows();
  await expect(orders('cancel', PAID, ...args)).rejects.toThrow(message);
  expect(await rows()).toEqual(before);
  expect((await fixture.stock())['test-scarf']).toEqual({ stock: 47, sold: 3 });
});

test('orders cancel --line names pieces or metres in its question, and cancels pieces or a whole cut of cloth', async () => {
  const { fixture, orders } = await shopWithOrders();
  expect(await orders('cancel', PAID, '--line', '1', '--quantity', '1', '--reason', 'torn', '--yes')).toEqual([
    `${PAID}: ₹300.00 deducted, goods restocked. It is placed and costs ₹639.00 now. bina@example.in gets an email.`,
    `₹300.00 has to be refunded: npm run shop -- orders refund ${PAID}`,
  ]);
  // Two scarves are left.
  await expect(orders('cancel', PAID, '--line', '1')).rejects.toThrow('Cancel 2 × Test Scarf');
  await expect(orders('cancel', CASH, '--line', '2', '--quantity', '1.5')).rejects.toThrow('Cancel 1.5 m Test Cloth');
  expect(await orders('cancel', CASH, '--line', '2', '--yes')).toEqual([
    `${CASH}: ₹666.66 deducted, goods restocked. It is placed and costs ₹2,999.00 now. asha@example.in gets an email.`,
    'To pay at the door: ₹2,999.00',
  ]);
  expect((await fixture.stock())['test-cloth']?.stock).toBe(1_250);
});

test('orders refund sends what is due once', async () => {
  const { orders } = await shopWithOrders();
  await expect(orders('refund', PAID, '--yes')).rejects.toThrow('No refund is due for this order.');
  await orders('cancel', PAID, '--line', '1', '--quantity', '1', '--yes');
  await expect(orders('refund', PAID)).rejects.toThrow(`Send all refunds due for ${PAID_NAME}?${CONFIRM}`);
  expect(await orders('refund', PAID, '--yes')).toEqual([
    `${PAID}: ₹300.00 sent back by test (pay_1). bina@example.in gets an email.`,
  ]);
  await expect(orders('refund', PAID, '--yes')).rejects.toThrow('No refund is due for this order.');
});

test('orders refund sends what was paid online, and names what was paid in cash', async () => {
  const { db, rows, orders } = await shopWithOrders();
  await orders('move', CASH, 'delivered', '--yes');
  await orders('return', CASH, '--line', '1', '--yes');
  const id = (await rows())[0]?.id ?? '';
  const online = { provider: 'test' as const, reference: 'pay_9', amount_paise: 5_000 };
  await transaction(db, (tx) => recordRefundDue(tx, id, online, 'paid_at_door', 1));
  const [sent, rest, ...more] = await orders('refund', CASH, '--yes');
  expect(sent).toBe(`${CASH}: ₹50.00 sent back by test (pay_9). asha@example.in gets an email.`);
  expect(rest).toContain(`then record it as refunded manually: npm run shop -- orders refund ${CASH} --by-hand`);
  expect(more).toEqual([]);
  await expect(orders('refund', CASH, '--by-hand')).rejects.toThrow('Record all refunds due as sent manually for');
  expect(await orders('refund', CASH, '--by-hand', '--yes')).toEqual([
    expect.stringContaining('recorded as refunded manually'),
  ]);
});

test('orders refund names an online payment that became due meanwhile, not as cash', async () => {
  const { orders } = await shopWithOrders(async (shop, order, method) => {
    const sent = await refundOrder(shop, order, method);
    const payment = { orderId: order.id, provider: 'test' as const, eventId: 'evt_2', reference: 'pay_2' };
    await runAs({ kind: 'gateway', id: 'test', name: 'Test gateway', origin: 'webhook' }, () =>
      settlePayment(shop, { ...payment, outcome: 'paid', amountPaise: order.total_paise }),
    );
    return sent;
  });
  await orders('cancel', PAID, '--line', '1', '--quantity', '1', '--yes');
  expect(await orders('refund', PAID, '--yes')).toEqual([
    `${PAID}: ₹300.00 sent back by test (pay_1). bina@example.in gets an email.`,
    `REFUND DUE ₹939.00 of test payment pay_2, because the order was paid before: orders refund ${PAID}`,
  ]);
});

test('orders refund --amount asks for a reason and a confirmation, then credits and refunds the amount', async () => {
  const { orders } = await shopWithOrders();
  const refund = (...args: string[]) => orders('refund', PAID, ...args);
  await expect(refund('--amount', '50')).rejects.toThrow('Please give a reason for the customer: --reason "…"');
  await expect(refund('--amount', '50', '--reason', 'late')).rejects.toThrow(`Refund ₹50.00 of ${PAID_NAME}?`);
  await expect(refund('--amount', '50', '--line', '1', '--reason', 'late')).rejects.toThrow(
    'Refund ₹50.00 for line 1 of',
  );
  const both = refund('--amount', '50', '--line', '1', '--quantity', '1', '--reason', 'late', '--yes');
  await expect(both).rejects.toThrow('--amount or --quantity, not both.');
  for (const amount of ['50.555', 'Rs50', '50x', '123456789'])
    await expect(refund('--amount', amount, '--reason', 'late', '--yes')).rejects.toThrow('Enter rupees, such as');
  expect(await refund('--amount', '50.5', '--line', '1', '--reason', 'late', '--yes', '--by-hand')).toEqual([
    `${PAID}: ₹50.50 deducted. It is placed and costs ₹888.50 now. bina@example.in gets an email.`,
    `₹50.50 has to be refunded: npm run shop -- orders refund ${PAID}`,
    `${PAID}: ₹50.50 recorded as refunded manually. bina@example.in gets an email.`,
  ]);
});

test('orders refund --line is for shipped items; unpaid cash is not refunded', async () => {
  const { orders } = await shopWithOrders();
  const line = ['--line', '1', '--quantity', '1', '--reason', 'torn', '--yes'];
  await expect(orders('refund', PAID, ...line)).rejects.toThrow(
    'The order has not been shipped: cancel those lines instead.',
  );
  await orders('move', PAID, 'shipped', '--yes');
  expect((await orders('refund', PAID, ...line)).at(-1)).toContain('₹300.00 sent back by test');
  const lines = await orders('refund', CASH, '--amount', '100', '--reason', 'late', '--yes');
  expect(lines).toEqual([
    `${CASH}: ₹100.00 deducted. It is placed and costs ₹3,565.66 now. asha@example.in gets an email.`,
    'To pay at the door: ₹3,565.66',
  ]);
});

test('orders return takes back a whole parcel refused at the door', async () => {
  const { fixture, orders } = await shopWithOrders();
  await orders('move', CASH, 'shipped', '--yes');
  const name = CASH_NAME.replace('placed', 'shipped');
  await expect(orders('return', CASH)).rejects.toThrow(
    `Record the return of the parcel of ${name}, with restocking?${CONFIRM}`,
  );
  await expect(orders('return', CASH, '--spoilt')).rejects.toThrow(', without restocking?');
  await expect(orders('return', CASH, '--spoilt', '1,2')).rejects.toThrow(', without restocking lines 1,2?');
  await expect(orders('return', CASH, '--spoilt', '1,x')).rejects.toThrow('Enter a line number from orders show');
  await expect(orders('return', CASH, '--line', '1', '--yes')).rejects.toThrow('comes back as a whole');
  expect(await orders('return', CASH, '--spoilt', '1', '--yes')).toEqual([
    expect.stringMatching(
      /^TA-2026-000001: ₹3,665\.66 deducted, goods restocked, damaged goods not restocked\. Credit note CN\/\S+\. It is returned and costs ₹0\.00 now\. asha@example\.in gets an email\.$/,
    ),
    'No cash was collected.',
  ]);
  expect(await fixture.stock()).toMatchObject({ 'test-kurta': { stock: 3 }, 'test-cloth': { stock: 1_250 } });
});

test('orders return takes back parts of an order, with the delivery charge if the shop was at fault', async () => {
  const { orders } = await shopWithOrders();
  await orders('move', PAID, 'delivered', '--yes');
  const line = ['--line', '1', '--quantity', '1'];
  const name = PAID_NAME.replace('placed', 'delivered');
  await expect(orders('return', PAID, ...line)).rejects.toThrow(
    `Record the return of 1 × Test Scarf of ${name}, with restocking?`,
  );
  const [text, due] = await orders('return', PAID, ...line, '--spoilt', '--with-delivery', '--reason', 'torn', '--yes');
  expect(text).toMatch(
    /^TA-2026-000002: ₹339\.00 deducted, damaged goods not restocked\. Credit note .+ costs ₹600\.00 now/,
  );
  expect(due).toBe(`₹339.00 has to be refunded: npm run shop -- orders refund ${PAID}`);
  await expect(orders('move', PAID, 'returned')).rejects.toThrow(`Record the return of all of ${name}`);
  expect((await orders('move', PAID, 'returned', '--yes'))[0]).toContain('It is returned and costs ₹0.00 now.');
});

test('orders return, cancel and refund name the commands that are possible instead', async () => {
  const { orders } = await shopWithOrders();
  await expect(orders('return', CASH, '--yes')).rejects.toThrow(
    `Ship it first, or cancel it.\n  npm run shop -- orders move ${CASH} shipped\n  npm run shop -- orders cancel ${CASH}`,
  );
  await orders('move', CASH, 'delivered', '--yes');
  await expect(orders('cancel', CASH, '--line', '1', '--quantity', '1', '--yes')).rejects.toThrow(
    `Take its goods back instead.\n  npm run shop -- orders return ${CASH}`,
  );
  await orders('return', CASH, '--line', '1', '--yes');
  await expect(orders('refund', CASH, '--yes')).rejects.toThrow(`npm run shop -- orders refund ${CASH} --by-hand`);
});

test('orders return suggests only to cancel an order that is not paid yet', async () => {
  const { fixture, orders } = await shopWithOrders();
  const { number } = await fixture.place(await fixture.cartOf(['test-scarf', 1]), { payment: 'test' });
  const returning = orders('return', number, '--yes');
  await expect(returning).rejects.toThrow(`once it is paid.\n  npm run shop -- orders cancel ${number}`);
});

test('orders lost credits the whole order, and restocks nothing', async () => {
  const { fixture, rows, orders } = await shopWithOrders();
  const before = await fixture.stock();
  await expect(orders('lost', CASH, '--yes')).rejects.toThrow('on its way');
  await orders('move', CASH, 'shipped', '--yes');
  expect((await orders('lost', CASH, '--yes'))[0]).toMatch(/deducted\. .*It is cancelled and costs ₹0\.00 now\./);
  expect((await rows())[0]).toMatchObject({ order_status: 'cancelled', payment_status: 'failed' });
  expect((await fixture.stock())['test-kurta']?.stock).toBe(before['test-kurta']?.stock);
});

test('orders confirm allows packing a cash order that its customer confirmed by phone', async () => {
  const { db, orders, rows } = await shopWithOrders();
  const [cash] = await rows();
  await awaitConfirmation(db, cash?.id ?? '');
  await expect(orders('move', CASH, 'processing', '--yes')).rejects.toThrow(CONFIRM_FIRST);
  expect((await orders('show', CASH))[0]).toContain('Placed, cash on delivery, not confirmed');
  expect(await orders('confirm', CASH, '--yes')).toEqual([`${CASH} is confirmed. It can be packed now.`]);
  await orders('move', CASH, 'processing', '--yes');
  expect((await rows())[0]?.order_status).toBe('processing');
});
