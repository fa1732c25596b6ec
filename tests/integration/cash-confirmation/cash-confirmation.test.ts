import { pino } from 'pino';
import { expect, test } from 'vitest';
import { clockJumpWatch } from '#lib/operations/jobs/clock-jumps.server.ts';
import { correctFutureTimes } from '#lib/operations/jobs/future-times.server.ts';
import { countOpenTasks } from '#lib/operations/today/open-tasks.server.ts';
import { type Actor, runAs } from '#lib/platform/actor/actor.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { MailContent } from '#lib/platform/mail/mail-text.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { correctUnconfirmedAddress } from '#lib/sales/cash-confirmation/correct-unconfirmed-address.server.ts';
import { sweepConfirmations } from '#lib/sales/cash-confirmation/sweep-confirmations.server.ts';
import {
  bulkActionResult,
  createBulkAction,
  previewBulkAction,
  runBulkAction,
} from '#lib/sales/orders/admin/bulk-actions.server.ts';
import { readOrderDetails } from '#lib/sales/orders/admin/order-details.server.ts';
import { confirmOrder } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { packOrder } from '#lib/sales/orders/packing/pack-order.server.ts';
import { nextToPack } from '#lib/sales/orders/packing/read-packing.server.ts';
import { changeOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { CONFIRM_FIRST } from '#lib/sales/orders/record/orders.ts';
import { switchToCashOnDelivery } from '#lib/sales/payments/switch-payment.server.ts';
import { setConfirmationRules } from '#support/cash-confirmation.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods } from '#support/goods.ts';
import { setService } from '#support/offer-service.ts';
import { COD, HOME, orderFixture } from '#support/order-fixture.ts';
import { insertOrder } from '#support/order-row.ts';

const REMIND_AFTER_MS = 12 * HOUR_MS;
const RELEASE_AFTER_MS = 48 * HOUR_MS;
const PRIYA: Actor = { kind: 'staff', id: 'priya', name: 'Priya', origin: 'admin' };
const MAIL_KINDS = ['order_confirm', 'order_confirm_reminder', 'order_not_confirmed'];

onBothEngines('cash orders that customers must confirm', (open) => {
  async function setUp(rules: Parameters<typeof setConfirmationRules>[1] = { when: 'always' }) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    await setConfirmationRules(fixture.shop, rules);
    const readOrder = (id: string) =>
      db.write.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const readConfirmation = (id: string) =>
      db.write.selectFrom('cash_confirmation').selectAll().where('order_id', '=', id).executeTakeFirst();
    let buyerCount = 0;
    /** Places an order for a scarf by a new buyer. */
    const placeScarf = async (input: Parameters<typeof fixture.place>[1] = {}) => {
      buyerCount += 1;
      const contact = { ...COD.contact, email: `buyer-${buyerCount}@example.in` };
      return fixture.place(await fixture.cartOf(['test-scarf', 1]), { contact, ...input });
    };
    const readMails = async (id: string) =>
      (await fixture.mails()).filter(({ thread, kind }) => thread === `order:${id}` && kind.startsWith('order_'));
    return {
      ...fixture,
      db,
      readOrder,
      readConfirmation,
      placeScarf,
      kindsOf: async (id: string) => (await readMails(id)).map(({ kind }) => kind),
      readLastMail: async (id: string) => JSON.parse((await readMails(id)).at(-1)?.content_json ?? '') as MailContent,
      stateOf: async (id: string) => {
        const { order_status, awaits_confirmation } = await readOrder(id);
        return [order_status, awaits_confirmation, (await readConfirmation(id))?.state];
      },
      stockOf: async (slug = 'test-scarf') => (await fixture.stock())[slug]?.stock,
    };
  }

  test('are those that the owner’s setting selects, and none by default', async () => {
    const { shop, placeScarf, kindsOf, stateOf, readOrder } = await setUp({});
    const orderBefore = await placeScarf();
    expect([await stateOf(orderBefore.id), await kindsOf(orderBefore.id)]).toEqual([
      ['placed', 0, undefined],
      ['order_placed'],
    ]);

    await setConfirmationRules(shop, { when: 'above an amount', abovePaise: orderBefore.total_paise });
    expect((await placeScarf()).awaits_confirmation).toBe(0);
    await setConfirmationRules(shop, { abovePaise: orderBefore.total_paise - 1 });
    const largeOrder = await placeScarf();
    expect([await stateOf(largeOrder.id), await kindsOf(largeOrder.id)]).toEqual([
      ['placed', 1, 'waiting'],
      ['order_confirm'],
    ]);

    const unpaidOrder = await placeScarf({ payment: 'test' });
    expect([unpaidOrder.awaits_confirmation, await stateOf(unpaidOrder.id)]).toEqual([0, ['pending', 0, undefined]]);
    await switchToCashOnDelivery(shop, unpaidOrder.id);
    expect(await stateOf(unpaidOrder.id)).toEqual(['placed', 1, 'waiting']);
    expect(await kindsOf(unpaidOrder.id)).toContain('order_confirm');
    expect((await readOrder(unpaidOrder.id)).payment_status).toBe('cod');
  });

  test('may be first orders only; a buyer is recognised by email address or mobile number', async () => {
    const { db, placeScarf } = await setUp({ when: 'first orders' });
    const contact = { email: 'ravi@example.in', mobile: '9123456780' };
    expect((await placeScarf({ contact })).awaits_confirmation).toBe(1);
    await insertOrder(db, 'returned', { ...contact, order_status: 'returned', address: { mobile: contact.mobile } });
    await indexOrders(db);
    expect((await placeScarf({ contact })).awaits_confirmation).toBe(1);
    await insertOrder(db, 'delivered', { ...contact, order_status: 'delivered', address: { mobile: contact.mobile } });
    await indexOrders(db);
    expect((await placeScarf({ contact })).awaits_confirmation).toBe(0);
    expect((await placeScarf({ contact: { ...contact, email: 'other@example.in' } })).awaits_confirmation).toBe(0);
    expect((await placeScarf({ contact: { ...contact, mobile: '9000000001' } })).awaits_confirmation).toBe(0);
    expect((await placeScarf()).awaits_confirmation).toBe(1);
  });

  test('do not include later orders by a buyer who spells the email address differently', async () => {
    const { db, placeScarf } = await setUp({ when: 'first orders' });
    const deliveredOrder = { order_status: 'delivered', mobile: '9000000009' } as const;
    const mustConfirm = async (email: string, mobile: string) =>
      (await placeScarf({ contact: { email, mobile } })).awaits_confirmation;
    await insertOrder(db, 'guest', { ...deliveredOrder, email: 'm.iyer+a@gmail.com', mailbox: 'miyer@gmail.com' });
    expect(await mustConfirm('MIyer@gmail.com', '9123456781')).toBe(0);
    expect(await mustConfirm('m.iyer@example.in', '9123456782')).toBe(1);
    const customer_id = await newCustomer(db, 'ravi@gmail.com');
    await insertOrder(db, 'customer', {
      ...deliveredOrder,
      customer_id,
      email: 'ravi@gmail.com',
      mailbox: 'ravi@gmail.com',
    });
    expect(await mustConfirm('r.avi+taana@gmail.com', '9123456783')).toBe(0);
  });

  test('may also be orders to pincodes with many returned parcels', async () => {
    const { db, clock, placeScarf } = await setUp({ when: 'never', returnedPercent: 30 });
    const created_at = clock.at - DAY_MS;
    const add = (id: string, overrides: object) =>
      insertOrder(db, id, { created_at, address: HOME, payment_method: 'cod', ...overrides });
    for (const n of [1, 2, 3]) await add(`good${n}`, { order_status: 'delivered', delivered_at: created_at });
    for (const n of [1, 2]) await add(`bad${n}`, { order_status: 'returned' });
    expect((await placeScarf()).awaits_confirmation).toBe(0);
    await indexOrders(db);
    expect((await placeScarf()).awaits_confirmation).toBe(1);
    const bengaluru = { ...HOME, pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };
    expect((await placeScarf({ address: bengaluru })).awaits_confirmation).toBe(0);
  });

  test('cause one reminder and one release with restocking and an email, even if one of the sweeps fails', async () => {
    const { db, shop, clock, placeScarf, kindsOf, readLastMail, stateOf, stockOf } = await setUp();
    await db.write
      .insertInto('coupon')
      .values({ ...ONE_USE_COUPON, uses_left: 0 })
      .execute();
    const stockBefore = await stockOf();
    const orders = [await placeScarf(), await placeScarf()];
    const ids = orders.map(({ id }) => id);
    const [firstId = ''] = ids;
    const use = { code: ONE_USE_COUPON.code, order_id: firstId, email: COD.contact.email, used_at: clock.at };
    await db.write.insertInto('coupon_use').values(use).execute();
    expect((await readLastMail(firstId)).action?.url).toMatch(/^https:\/\/shop\.example\/orders\/confirm\/./);

    const runInterruptedSweep = () => {
      let calls = 0;
      const now = () => {
        calls += 1;
        if (calls > 4) throw new Error('interrupted');
        return clock.at;
      };
      return sweepConfirmations({ ...shop, now });
    };
    const sweep = () => Promise.all([sweepConfirmations(shop), sweepConfirmations(shop)]);
    const sweepAndCount = async () => {
      const sweepCounts = await sweep();
      return (['remindedCount', 'releasedCount'] as const).map((name) =>
        sweepCounts.reduce((sum, counts) => sum + counts[name], 0),
      );
    };
    clock.at += REMIND_AFTER_MS - 1;
    expect(await sweepAndCount()).toEqual([0, 0]);
    clock.at += 1;
    await expect(runInterruptedSweep()).rejects.toThrow('interrupted');
    await sweepAndCount();
    expect(await sweepAndCount()).toEqual([0, 0]);
    for (const id of ids) expect(await kindsOf(id)).toEqual(MAIL_KINDS.slice(0, 2));
    clock.at += RELEASE_AFTER_MS - REMIND_AFTER_MS - 1;
    expect(await sweepAndCount()).toEqual([0, 0]);
    expect(await stateOf(firstId)).toEqual(['placed', 1, 'waiting']);
    clock.at += 1;
    await expect(runInterruptedSweep()).rejects.toThrow('interrupted');
    await sweepAndCount();
    expect(await sweepAndCount()).toEqual([0, 0]);
    for (const id of ids) {
      expect(await kindsOf(id)).toEqual(MAIL_KINDS);
      expect(await stateOf(id)).toEqual(['cancelled', 0, 'released']);
    }
    expect(await stockOf()).toBe(stockBefore);
    expect(await db.write.selectFrom('coupon').select('uses_left').executeTakeFirst()).toEqual({ uses_left: 1 });
    const text = (await readLastMail(firstId)).lines.join(' ');
    expect(text).toContain('You did not confirm your order in time');
    expect(text).toContain('press “Order again”');
  });

  test('are either confirmed or released, never both, and the customer gets the matching response', async () => {
    const { shop, clock, placeScarf, stateOf, kindsOf, stockOf } = await setUp();
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) ids.push((await placeScarf()).id);
    const remainingStock = (await stockOf()) ?? 0;
    clock.at += REMIND_AFTER_MS;
    await sweepConfirmations(shop);
    clock.at += RELEASE_AFTER_MS - REMIND_AFTER_MS;
    const confirmations = ids.map((id) => confirmOrder(shop, id, 'customer').then(() => 'confirmed', String));
    const [sweepCounts, ...responses] = await Promise.all([sweepConfirmations(shop), ...confirmations]);
    let releaseCount = 0;
    for (const [index, id] of ids.entries()) {
      const [status, , state] = await stateOf(id);
      if (state === 'confirmed') {
        expect([status, responses[index], await kindsOf(id)]).toEqual(['placed', 'confirmed', MAIL_KINDS.slice(0, 2)]);
        continue;
      }
      releaseCount += 1;
      expect([status, state]).toEqual(['cancelled', 'released']);
      expect(responses[index]).toContain('It was not confirmed in time, so we have cancelled it.');
      expect(await kindsOf(id)).toEqual(MAIL_KINDS);
    }
    expect(sweepCounts?.releasedCount).toBe(releaseCount);
    expect(await stockOf()).toBe(remainingStock + releaseCount);
  });

  test('can be packed only after their confirmation, which is recorded once even if it is sent twice', async () => {
    const { db, shop, placeScarf, stateOf, readConfirmation } = await setUp();
    const { id } = await placeScarf();
    await expect(moveOrder(shop, id, 'processing')).rejects.toMatchObject({ code: 'conflict', message: CONFIRM_FIRST });
    await expect(moveOrder(shop, id, 'shipped')).rejects.toMatchObject({ message: CONFIRM_FIRST });
    await expect(packOrder(shop, id)).rejects.toMatchObject({ message: CONFIRM_FIRST });
    const otherOrder = await placeScarf();
    expect((await nextToPack(db, [id, otherOrder.id], 'none')).remainingCount).toBe(0);
    await Promise.all([confirmOrder(shop, id, 'customer'), confirmOrder(shop, id, 'customer')]);
    expect(await stateOf(id)).toEqual(['placed', 0, 'confirmed']);
    expect((await readConfirmation(id))?.confirmed_by).toBe('customer');
    const events = db.write.selectFrom('order_event').select('kind').where('order_id', '=', id);
    expect((await events.execute()).map(({ kind }) => kind)).toEqual(['placed', 'confirmed']);
    expect((await nextToPack(db, [id, otherOrder.id], 'none')).remainingCount).toBe(1);
    expect((await packOrder(shop, id)).order.order_status).toBe('processing');
  });

  test('no longer wait after a cancellation or online payment, and cause no reminder', async () => {
    const { db, shop, clock, placeScarf, stateOf } = await setUp();
    const [cancelledOrder, paidOrder] = [await placeScarf(), await placeScarf()];
    await cancelOrder(shop, cancelledOrder.id, 'customer');
    const paymentColumns = { payment_status: 'paid', payment_method: 'test', updated_at: clock.at } as const;
    await transaction(db, (tx) => changeOrder(tx, paidOrder.id, {}, paymentColumns));
    expect(await stateOf(cancelledOrder.id)).toEqual(['cancelled', 0, 'cancelled']);
    expect(await stateOf(paidOrder.id)).toEqual(['placed', 0, 'paid']);
    await expect(confirmOrder(shop, cancelledOrder.id, 'customer')).rejects.toMatchObject({
      code: 'conflict',
      message: 'This order is cancelled. There is nothing to confirm, and nothing to pay.',
    });
    clock.at += 10 * DAY_MS;
    expect(await sweepConfirmations(shop)).toEqual({ extendedCount: 0, remindedCount: 0, releasedCount: 0 });
  });

  test('can get a new address in the same state with the same price', async () => {
    const { db, shop, placeScarf, readOrder } = await setUp();
    const { id } = await placeScarf();
    const change = async (changes: Partial<typeof HOME>) =>
      correctUnconfirmedAddress(shop, await readOrder(id), { ...HOME, ...changes });
    await change({ pincode: '500001', street: 'Abids Road' });
    const savedOrder = await readOrder(id);
    expect(JSON.parse(savedOrder.address_json)).toMatchObject({
      pincode: '500001',
      street: 'Abids Road',
      city: 'Hyderabad',
    });
    expect(savedOrder).toMatchObject({ awaits_confirmation: 1, searchable: 0 });
    expect((await change({ pincode: '500001', street: 'Abids Road' })).updated_at).toBe(savedOrder.updated_at);
    await expect(change({ pincode: '506001' })).rejects.toMatchObject({
      code: 'conflict',
      fields: { pincode: expect.stringContaining('costs more') },
    });
    await db.write
      .insertInto('cash_block')
      .values({ id: 'b1', pincode: '500002', reason: '', created_at: 1 })
      .execute();
    await expect(change({ pincode: '500002' })).rejects.toMatchObject({
      code: 'conflict',
      fields: { pincode: expect.stringContaining('Not available at this pincode') },
    });
    await expect(change({ pincode: '12' })).rejects.toMatchObject({ code: 'invalid' });
    await confirmOrder(shop, id, 'customer');
    await expect(change({ street: 'Too late' })).rejects.toMatchObject({ message: /^Your order is confirmed/ });
    expect(JSON.parse((await readOrder(id)).address_json).street).toBe('Abids Road');
    const bengaluru = { ...HOME, pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };
    const bengaluruOrder = await placeScarf({ address: bengaluru });
    await expect(
      correctUnconfirmedAddress(shop, bengaluruOrder, { ...bengaluru, pincode: '500003' }),
    ).rejects.toMatchObject({
      fields: { state: expect.stringContaining('The state can’t be corrected') },
    });
  });

  test('with gift wrap can get a new address if delivery there costs no more', async () => {
    const { db, shop, cartOf, place } = await setUp();
    await setService(db, 'giftWrap.offered');
    const move = (order: OrderRow) => correctUnconfirmedAddress(shop, order, { ...HOME, pincode: '506001' });
    await setService(db, 'giftWrap.pricePaise', '5900');
    const orderWithFee = await place(await cartOf(['test-scarf', 1]), { giftWrap: { note: '' } });
    await expect(move(orderWithFee)).rejects.toMatchObject({
      fields: { pincode: expect.stringContaining('costs more') },
    });
    await setService(db, 'giftWrap.pricePaise', '1000');
    const orderWithFreeDelivery = await place(await cartOf(['test-scarf', 4]), { giftWrap: { note: '' } });
    expect(JSON.parse((await move(orderWithFreeDelivery)).address_json)).toMatchObject({ pincode: '506001' });
  });

  test('are shown to staff, who confirm one or several of them by phone', async () => {
    const { db, shop, clock, placeScarf, stateOf, readConfirmation } = await setUp();
    const orders = [await placeScarf(), await placeScarf(), await placeScarf()];
    const [first, second, third] = orders.map(({ id, updated_at: version }) => ({ id, version }));
    if (!first || !second || !third) throw new Error('Three orders were expected.');
    expect(await countOpenTasks(db, clock.at)).toMatchObject({ toConfirm: 0, unconfirmed: 3 });
    const details = await readOrderDetails(db, first.id);
    expect([details?.nextStatus, details?.confirmation?.asked_at]).toEqual([undefined, clock.at]);
    await runAs(PRIYA, async () => {
      await expect(confirmOrder(shop, first.id, 'staff', { version: 1 })).rejects.toMatchObject({ code: 'conflict' });
      await confirmOrder(shop, first.id, 'staff', { version: first.version });
      await expect(confirmOrder(shop, first.id, 'staff')).rejects.toMatchObject({
        message: 'This order is not waiting for a confirmation.',
      });
      const preview = await previewBulkAction(db, 'confirmed', [first.id, second.id]);
      expect(preview.map(({ refusal }) => refusal)).toEqual([
        'This order is not waiting for a confirmation.',
        undefined,
      ]);
      expect((await previewBulkAction(db, 'shipped', [second.id]))[0]?.refusal).toBe(CONFIRM_FIRST);
      const bulkAction = await createBulkAction(shop, { action: 'confirmed', orders: [second, third] });
      await runBulkAction(shop, bulkAction);
      expect((await bulkActionResult(db, bulkAction)).rows.map(({ state }) => state)).toEqual(['done', 'done']);
    });
    for (const { id } of orders) {
      expect(await stateOf(id)).toEqual(['placed', 0, 'confirmed']);
      expect((await readConfirmation(id))?.confirmed_by).toBe('staff');
    }
    const entries = db.write.selectFrom('audit_entry').select('actor_name').where('action', '=', 'order confirmed');
    expect(await entries.execute()).toEqual(orders.map(() => ({ actor_name: 'Priya' })));
    expect((await readOrderDetails(db, first.id))?.nextStatus).toBe('processing');
    expect(await countOpenTasks(db, clock.at)).toMatchObject({ toConfirm: 3, unconfirmed: 0 });
  });

  test('cause a reminder before they are released, however far the clock jumps undetected', async () => {
    const { shop, clock, placeScarf, stateOf, kindsOf } = await setUp();
    const { id } = await placeScarf();
    clock.at += 30 * DAY_MS;
    expect(await sweepConfirmations(shop)).toEqual({ extendedCount: 0, remindedCount: 1, releasedCount: 0 });
    clock.at += RELEASE_AFTER_MS - REMIND_AFTER_MS + 30 * DAY_MS;
    expect(await sweepConfirmations(shop)).toEqual({ extendedCount: 1, remindedCount: 0, releasedCount: 0 });
    clock.at += RELEASE_AFTER_MS - REMIND_AFTER_MS - MINUTE_MS;
    expect(await sweepConfirmations(shop)).toEqual({ extendedCount: 0, remindedCount: 0, releasedCount: 0 });
    clock.at += MINUTE_MS;
    expect(await sweepConfirmations(shop)).toEqual({ extendedCount: 0, remindedCount: 0, releasedCount: 1 });
    expect([await stateOf(id), await kindsOf(id)]).toEqual([['cancelled', 0, 'released'], MAIL_KINDS]);
  });

  test('keep their remaining time when the clock is set forward or back', async () => {
    const { shop, clock, placeScarf } = await setUp();
    const monotonic = { at: 1_000 };
    const watchedShop = {
      ...shop,
      log: pino({ level: 'silent' }),
      settings: { ...readSettings({}), ...shop.settings },
    };
    const adjust = clockJumpWatch(watchedShop, () => monotonic.at);
    const passTime = (ms: number) => {
      clock.at += ms;
      monotonic.at += ms;
    };
    const sweep = async () => {
      await adjust();
      const { remindedCount, releasedCount } = await sweepConfirmations(shop);
      return [remindedCount, releasedCount];
    };
    await placeScarf();
    passTime(HOUR_MS);
    clock.at += 5 * DAY_MS;
    expect(await sweep()).toEqual([0, 0]);
    passTime(REMIND_AFTER_MS - HOUR_MS - MINUTE_MS);
    expect(await sweep()).toEqual([0, 0]);
    passTime(MINUTE_MS);
    expect(await sweep()).toEqual([1, 0]);
    clock.at -= 5 * DAY_MS;
    await correctFutureTimes(shop.db.write, clock.at, watchedShop.settings);
    passTime(RELEASE_AFTER_MS - REMIND_AFTER_MS - MINUTE_MS);
    expect(await sweep()).toEqual([0, 0]);
    passTime(MINUTE_MS);
    expect(await sweep()).toEqual([0, 1]);
  });
});
