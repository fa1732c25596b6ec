import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/primitives/durations.ts';
import { cancelOrder } from '#lib/sales/orders/move-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer } from '#support/goods.ts';
import { mailingFixture } from '#support/mailing-fixture.ts';

const VICTIM = 'stranger@example.in';

onBothEngines('in an email flood attack on a mailbox', (open) => {
  test('150 orders and cancellations cause at most eight emails; the last one is about the last order', async () => {
    const db = await open();
    const { shop, clock, server, order, sendRound, advance } = await mailingFixture(db);
    const numbers: string[] = [];
    for (let n = 0; n < 150; n++) {
      const { id, number } = await order(VICTIM);
      numbers.push(number);
      await cancelOrder(shop, id, 'customer');
      clock.at += 10;
      if (n % 15 === 0) await sendRound();
    }
    await advance(5 * MINUTE_MS, 10 * SECOND_MS);
    expect(server.accepted.length).toBeLessThanOrEqual(5);
    await advance(2 * HOUR_MS, MINUTE_MS);
    expect(server.accepted.length).toBeLessThanOrEqual(8);
    const unsentMails = await db.write.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute();
    expect(unsentMails).toEqual([]);
    const lastSubject = server.accepted.at(-1)?.subject ?? '';
    expect(lastSubject).toContain(numbers.at(-1));
    expect(lastSubject).toMatch(/and \d+ more/);
  });

  test('orders during a whole day cause at most 45 emails', async () => {
    const { clock, server, order, advance } = await mailingFixture(await open());
    for (const end = clock.at + 24 * HOUR_MS; clock.at < end; ) {
      await order(VICTIM);
      await advance(30 * MINUTE_MS, 15 * MINUTE_MS);
    }
    expect(server.accepted.length).toBeLessThanOrEqual(45);
  });
});

onBothEngines('for regular buyers', (open) => {
  test('five orders by one family and twenty by an office each cause an email immediately', async () => {
    const { server, order, sendRound, clock } = await mailingFixture(await open());
    for (let n = 1; n <= 5; n++) {
      await order('family@example.in');
      await sendRound();
      expect(server.accepted).toHaveLength(n);
      clock.at += 90 * MINUTE_MS;
    }
    for (let n = 1; n <= 20; n++) await order(`office-${n}@example.in`);
    await sendRound();
    expect(server.accepted).toHaveLength(25);
  });

  test('an order that is cancelled before its email is sent causes one email about both events', async () => {
    const { shop, server, order, sendRound } = await mailingFixture(await open());
    const { id, number } = await order('asha@example.in');
    await cancelOrder(shop, id, 'customer');
    await sendRound();
    expect(server.accepted.map(({ subject }) => subject)).toEqual([`Order cancelled: Test Scarf (${number})`]);
    const text = server.accepted[0]?.raw.replaceAll('=\r\n', '') ?? '';
    expect(text).toContain(`Order placed: Test Scarf (${number})`);
    expect(text).toContain('Test Scarf');
  });

  test('emails to a customer’s verified address have a higher limit, which strangers can’t use up', async () => {
    const db = await open();
    const { shop, clock, server, order, advance } = await mailingFixture(db);
    const customerId = await newCustomer(db, 'asha@example.in');
    for (let n = 0; n < 30; n++) await order('asha@example.in');
    await advance(MINUTE_MS, SECOND_MS);
    const countBefore = server.accepted.length;
    expect(countBefore).toBeLessThanOrEqual(5);
    for (let n = 0; n < 10; n++) {
      const { id } = await order('elsewhere@example.in');
      const account = { customer_id: customerId, email: 'asha@example.in' };
      await db.write.updateTable('orders').set(account).where('id', '=', id).execute();
      await advance(SECOND_MS, SECOND_MS);
      const sentBefore = server.accepted.length;
      await cancelOrder(shop, id, 'customer');
      await advance(SECOND_MS, SECOND_MS);
      expect(server.accepted.length, `cancellation email ${n} at ${clock.at}`).toBe(sentBefore + 1);
    }
  });
});
