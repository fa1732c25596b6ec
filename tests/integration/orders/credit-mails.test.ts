import { expect, test } from 'vitest';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { refundOrder } from '#lib/sales/payments/refund-order.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';

onBothEngines('the email', (open) => {
  /** Places an order, by default for two kurtas and two metres of cloth for ₹3,665.66 with cash on delivery. */
  async function setUpOrder(
    payment: 'cod' | 'test' = 'cod',
    goods: [string, number][] = [
      ['test-kurta', 2],
      ['test-cloth', 2],
    ],
  ) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const shop = { ...fixture.shop, settings: readSettings({}) };
    const order = await fixture.place(await fixture.cartOf(...goods), { payment });
    const report = { orderId: order.id, provider: 'test' as const, eventId: 'evt_1', reference: 'pay_1' };
    if (payment === 'test') await settlePayment(shop, { ...report, outcome: 'paid', amountPaise: order.total_paise });
    const readOrder = () =>
      db.write.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
    /** Returns the kind, heading and other paragraphs of the last email. */
    const readLastMail = async () => {
      const mail = (await fixture.mails()).at(-1);
      const [heading = '', ...text] = (mail?.text ?? '').split('\n\n');
      return { kind: mail?.kind, heading: heading.replace(` (${order.number})`, ''), text };
    };
    return { ...fixture, shop, order, readOrder, readLastMail };
  }

  test('about a cancelled cash order states the reason, and does not request a payment', async () => {
    const { shop, order, readLastMail } = await setUpOrder();
    await cancelOrder(shop, order.id, 'shop', { reason: 'The bolt is torn.' });
    const { kind, heading, text } = await readLastMail();
    expect([kind, heading]).toEqual(['order_cancelled', 'Order cancelled: Test Kurta and 1 more']);
    expect(text.slice(0, 3)).toEqual([
      'Your order has been cancelled.',
      '2 × Test Kurta (Rust/M)\n2 m Test Cloth',
      'The bolt is torn.',
    ]);
    expect(text.join('\n')).toContain('Total: ₹3,665.66');
    expect(text.join('\n')).not.toMatch(/at the door|pay the courier/);
  });

  test('about a partly cancelled order states the amount still to be paid at the door', async () => {
    const { shop, order, readLastMail } = await setUpOrder();
    await cancelPart(shop, order.id, [{ position: 1, quantity: 200 }]);
    const { kind, heading, text } = await readLastMail();
    expect([kind, heading]).toEqual(['order_partly_cancelled', 'Part of your order has been cancelled: Test Cloth']);
    expect(text.slice(0, 5)).toEqual([
      'A part of your order has been cancelled. The rest will be delivered as planned.',
      '2 m Test Cloth',
      'Deducted: ₹666.66',
      'New total of your order: ₹2,999.00',
      'To pay at the door: ₹2,999.00',
    ]);
  });

  test('about a cancelled paid order states when the refund will arrive', async () => {
    const { shop, order, readLastMail } = await setUpOrder('test');
    await cancelOrder(shop, order.id, 'customer');
    const { text } = await readLastMail();
    expect(text.slice(2, 4)).toEqual([
      'Total: ₹3,665.66',
      'Your payment will be refunded. ₹3,665.66: it goes back the way you paid. Banks take 5 to 7 working days to show it.',
    ]);
  });

  test('about returned items states that the delivery charge is not refunded', async () => {
    const { shop, order, readLastMail } = await setUpOrder('test', [['test-scarf', 2]]);
    await moveOrder(shop, order.id, 'delivered');
    await recordReturn(shop, order.id, { lines: [{ position: 0, quantity: 1 }] });
    expect(await readLastMail()).toMatchObject({ kind: 'order_returned', heading: 'Return received: Test Scarf' });
    expect((await readLastMail()).text.slice(0, 5)).toEqual([
      'We have received the goods that you sent back.',
      '1 × Test Scarf',
      'Deducted: ₹300.00',
      'New total of your order: ₹339.00',
      expect.stringMatching(/^Your payment will be refunded\. ₹300\.00: it goes back/),
    ]);
    await recordReturn(shop, order.id);
    expect((await readLastMail()).text).toEqual(
      expect.arrayContaining(['Your order has been returned.', 'We keep the cost of the delivery: ₹39.00.']),
    );
  });

  test('about a refused parcel states that it was returned and that nothing was charged', async () => {
    const { shop, order, readLastMail } = await setUpOrder();
    await moveOrder(shop, order.id, 'shipped');
    await recordReturn(shop, order.id);
    const { kind, heading, text } = await readLastMail();
    expect([kind, heading]).toEqual(['order_refused', 'Your Test Kurta and 1 more have come back to us']);
    expect(text[0]).toBe('The parcel was refused or could not be handed over, and has come back to us.');
    expect(text).toContain('Nothing was charged.');
  });

  test('about a price reduction states the amount and reason, and a second email announces the refund', async () => {
    const { shop, order, readOrder, readLastMail } = await setUpOrder('test');
    await refundPart(shop, order.id, { paise: 5_000 }, 'It came late.');
    const { kind, heading, text } = await readLastMail();
    expect([kind, heading]).toEqual([
      'order_credited',
      'We have reduced the price of your order: Test Kurta and 1 more',
    ]);
    expect(text.slice(0, 4)).toEqual([
      'We have taken an amount off your order.',
      'It came late.',
      'Deducted: ₹50.00',
      'New total of your order: ₹3,615.66',
    ]);
    await refundOrder(shop as never, await readOrder(), 'gateway');
    const refundMail = await readLastMail();
    expect([refundMail.kind, refundMail.heading]).toEqual([
      'order_refunded',
      'Your refund for Test Kurta and 1 more is on its way',
    ]);
    expect(refundMail.text.slice(0, 2)).toEqual([
      'We have refunded ₹50.00. It goes back the way you paid. Banks take 5 to 7 working days to show it.',
      'Amount: ₹50.00',
    ]);
  });
});
