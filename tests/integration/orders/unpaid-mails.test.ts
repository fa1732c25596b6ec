import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { cancelOverdueOrders } from '#lib/sales/orders/holds/order-hold.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer } from '#support/goods.ts';
import { mailingFixture } from '#support/mailing-fixture.ts';

onBothEngines('an unpaid order', (open) => {
  test('immediately causes an email with a payment link to a guest, but not to a customer', async () => {
    const db = await open();
    const { order, sendRound, server, mails } = await mailingFixture(db);
    const { id, number } = await order('asha@example.in', { payment: 'test' });
    await sendRound();
    expect(server.accepted.map(({ subject }) => subject)).toEqual([
      `Your Test Scarf is waiting for payment (${number})`,
    ]);
    const [mail] = await mails('order_payment_pending');
    expect(mail?.text).toMatch(new RegExp(`Pay now:\n\\S+/checkout/payment/${id}\\?token=\\S+`));
    expect(mail?.pace_key).toBeNull();
    expect(mail?.to_address).toBe('asha@example.in');
    const customerId = await newCustomer(db, 'bela@example.in');
    await order('bela@example.in', { payment: 'test' }, { customerId });
    expect(await mails('order_payment_pending')).toHaveLength(1);
  });

  test('that is paid before its email is sent causes one email without a request for payment', async () => {
    const { shop, order, sendRound, server } = await mailingFixture(await open());
    const { id, number, total_paise } = await order('asha@example.in', { payment: 'test' });
    const report = { orderId: id, provider: 'test', eventId: 'e', outcome: 'paid', reference: 'p' } as const;
    await settlePayment(shop, { ...report, amountPaise: total_paise });
    await sendRound();
    expect(server.accepted.map(({ subject }) => subject)).toEqual([`Payment received for Test Scarf (${number})`]);
    expect(server.accepted[0]?.raw).not.toContain('Pay now');
  });

  test('repeated 40 times in a day causes at most 45 emails to one address', async () => {
    const { shop, order, server, advance } = await mailingFixture(await open());
    for (let n = 0; n < 40; n++) {
      await order('stranger@example.in', { payment: 'test' });
      await advance(35 * MINUTE_MS, 5 * MINUTE_MS);
      await cancelOverdueOrders(shop);
    }
    await advance(2 * HOUR_MS, 5 * MINUTE_MS);
    expect(server.accepted.length).toBeLessThanOrEqual(45);
    expect(server.accepted.length).toBeGreaterThan(10);
  });
});
