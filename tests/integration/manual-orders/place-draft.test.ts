import { expect, test } from 'vitest';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { acceptChanges, setCustomPrice } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { orderOfDraft, placeDraft } from '#lib/sales/manual-orders/place-draft.server.ts';
import { cancelOverdueOrders } from '#lib/sales/orders/holds/order-hold.server.ts';
import { paymentLink } from '#lib/sales/payments/payment-link.server.ts';
import { settlePayment } from '#lib/sales/payments/settle-payment.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { manualFixture } from '#support/manual-orders.ts';
import { setOwnerEmail } from '#support/set-owner-email.ts';

const PRIYA = { kind: 'staff' as const, id: 's1', name: 'Priya', origin: '203.0.113.7, Chrome on Android' };

onBothEngines('an order that staff create', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    return { db, ...manualFixture(db) };
  }
  const readVariantId = async (db: Awaited<ReturnType<typeof open>>, slug: string) => Number(await variantOf(db, slug));
  const conflict = (message: string | RegExp) => ({ code: 'conflict', message: expect.stringMatching(message) });

  test('gets stock, a number, a ledger entry, an email and a notice when it is placed, but not before', async () => {
    const { db, shop, stock, createFilledDraft, place, eventsOf, mails, counts } = await setUp();
    await setOwnerEmail(shop);
    const id = await createFilledDraft([['test-scarf', 2]], {}, 'whatsapp');
    expect((await stock())['test-scarf']).toEqual({ stock: 50, sold: 0 });
    expect([await mails(), await counts()]).toEqual([[], { orders: 0, drafts: 1 }]);
    const order = await runAs(PRIYA, () => place(id, 'cod'));
    expect(order).toMatchObject({
      ...{ number: 'TA-2026-000001', source: 'whatsapp', collected: 0, order_status: 'placed', payment_status: 'cod' },
      ...{ customer_id: null, email: 'asha@example.in', mailbox: 'asha@example.in', mobile: '9876543210' },
      ...{ subtotal_paise: 60_000, delivery_paise: 3_900, total_paise: 63_900, hold_until: null, stock_held: 1 },
    });
    expect((await stock())['test-scarf']).toEqual({ stock: 48, sold: 2 });
    const ledger = await db.write.selectFrom('stock_ledger').selectAll().where('order_id', '=', order.id).execute();
    expect(ledger.map(({ change, why }) => [change, why])).toEqual([[-2, 'order']]);
    expect((await mails()).map(({ kind }) => kind).sort()).toEqual(['order_placed', 'owner_newOrder']);
    expect((await eventsOf(order.id)).map(({ kind, detail, author }) => [kind, detail, author])).toEqual([
      ['placed', 'WhatsApp order', 'Priya'],
    ]);
    expect(await counts()).toEqual({ orders: 1, drafts: 0 });
  });

  test('is placed only once if its draft is submitted twice, even concurrently; the draft links to it', async () => {
    const { shop, createFilledDraft, form, counts, stock } = await setUp();
    const id = await createFilledDraft([['test-scarf', 1]]);
    const submitted = await form(id, 'link');
    const orders = await Promise.all([placeDraft(shop, submitted), placeDraft(shop, submitted)]);
    const thirdResult = await placeDraft(shop, submitted);
    expect(new Set([...orders, thirdResult].map((order) => order.id)).size).toBe(1);
    expect(await counts()).toEqual({ orders: 1, drafts: 0 });
    expect((await stock())['test-scarf']).toEqual({ stock: 49, sold: 1 });
    expect(await orderOfDraft(shop, id)).toBe(thirdResult.id);
    await expect(placeDraft(shop, { ...submitted, hours: 1 })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('with a payment link holds its goods for the chosen time, and then releases them', async () => {
    const { shop, clock, createFilledDraft, place, stock, mails } = await setUp();
    const order = await place(await createFilledDraft([['test-kurta', 5]]), 'link', { hours: 6 });
    expect(order).toMatchObject({ order_status: 'pending', payment_status: 'unpaid', payment_method: 'test' });
    expect(order.hold_until).toBe(clock.at + 6 * HOUR_MS);
    const [mail] = await mails('order_payment_link');
    expect(mail?.text).toContain(`/checkout/payment/${order.id}?token=`);
    expect((await paymentLink(shop, order))?.until).toBe(order.hold_until);
    expect(mail?.text).toContain('We keep the goods for you until 21 Nov 2026, 6:00 pm.');
    clock.at += 6 * HOUR_MS - 1;
    expect(await cancelOverdueOrders(shop)).toBe(0);
    expect((await stock())['test-kurta']).toEqual({ stock: 0, sold: 5 });
    clock.at += 1;
    expect(await cancelOverdueOrders(shop)).toBe(1);
    expect((await stock())['test-kurta']).toEqual({ stock: 5, sold: 0 });
  });

  test('with a payment link is placed when it is paid, days later', async () => {
    const { db, shop, clock, createFilledDraft, place, stock } = await setUp();
    const order = await place(await createFilledDraft([['test-scarf', 1]]), 'link', { hours: 72 });
    clock.at += 71 * HOUR_MS;
    const report = {
      orderId: order.id,
      provider: 'test' as const,
      eventId: 'e1',
      outcome: 'paid' as const,
      reference: 'p1',
    };
    const settled = await settlePayment(shop, { ...report, amountPaise: order.total_paise });
    expect(settled).toEqual({ settlement: 'paid', orderStatus: 'placed', paymentStatus: 'paid' });
    expect((await stock())['test-scarf']).toEqual({ stock: 49, sold: 1 });
    const paidOrder = await db.write
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect((await paymentLink(shop, order))?.whatsAppUrl).toContain('https://wa.me/919876543210?text=Taana%3A%20');
    expect(await paymentLink(shop, paidOrder)).toBeUndefined();
  });

  test('is not subject to the limits for shoppers’ orders', async () => {
    const { db, shop, createFilledDraft, place } = await setUp();
    shop.settings.holds = {
      ...shop.settings.holds,
      byEmail: { orders: 1, lines: 1, scarceLines: 1, scarceLinesADay: 1 },
    };
    shop.settings.guestOrders = { aDay: 1, anHour: 1 };
    for (let n = 0; n < 3; n++) await place(await createFilledDraft([['test-scarf', 15]]), n % 2 ? 'cod' : 'link');
    expect(await db.write.selectFrom('stock_hold').selectAll().execute()).toEqual([]);
    expect(await db.write.selectFrom('unverified_order').selectAll().execute()).toEqual([]);
  });

  test('is taxed on a price set by staff, and records the reason and who set it', async () => {
    const { db, shop, createFilledDraft, version, read, place, linesOf, eventsOf } = await setUp();
    const id = await createFilledDraft([
      ['test-kurta', 2],
      ['test-scarf', 1],
    ]);
    const kurtaPrice = { variant: await readVariantId(db, 'test-kurta'), price: 105_000, reason: 'Loose button' };
    const scarfPrice = { variant: await readVariantId(db, 'test-scarf'), price: 0, reason: 'A gift' };
    await expect(
      version(id).then((draft) => setCustomPrice(shop, { ...draft, ...kurtaPrice, reason: '' })),
    ).rejects.toMatchObject({ code: 'invalid', fields: { reason: 'Please give a reason for the price.' } });
    await runAs(PRIYA, async () => setCustomPrice(shop, { ...(await version(id)), ...kurtaPrice }));
    await runAs(PRIYA, async () => setCustomPrice(shop, { ...(await version(id)), ...scarfPrice }));
    expect((await read(id)).totals).toMatchObject({ subtotalPaise: 210_000, deliveryPaise: 0, totalPaise: 210_000 });
    const order = await place(id, 'cod');
    const [kurta, gift] = await linesOf(order.id);
    expect(kurta).toMatchObject({
      ...{ price_paise: 105_000, subtotal_paise: 210_000, total_paise: 210_000, tax_rate_bp: 500 },
      ...{ taxable_paise: 200_000, cgst_paise: 5_000, sgst_paise: 5_000, igst_paise: 0 },
    });
    expect(gift).toMatchObject({ price_paise: 0, total_paise: 0, taxable_paise: 0, cgst_paise: 0 });
    expect(order).toMatchObject({ total_paise: 210_000, tax_paise: 10_000 });
    expect((await eventsOf(order.id)).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['placed', 'Phone order'],
      ['price_set', 'Test Kurta, Rust / M: ₹1,050.00 instead of ₹1,499.50: Loose button, set by Priya'],
      ['price_set', 'Test Scarf: ₹0.00 instead of ₹300.00: A gift, set by Priya'],
    ]);
    const { entries } = await readAudit(db, { record: { kind: 'draft order', id } });
    expect(entries.filter(({ action }) => action === 'set price in draft order').map(({ actor }) => actor)).toEqual([
      'Priya',
      'Priya',
    ]);
  });

  test('is not placed if a price has changed, until the new price is accepted', async () => {
    const { db, shop, createFilledDraft, form, read, version, counts, stock } = await setUp();
    const id = await createFilledDraft([['test-scarf', 2]]);
    const shownForm = await form(id, 'cod');
    await db.write.updateTable('variant').set({ price_paise: 35_000 }).where('sku', '=', 'TS').execute();
    await expect(placeDraft(shop, shownForm)).rejects.toMatchObject(conflict('Prices or stock have changed'));
    expect((await read(id)).lines[0]?.warning).toBe('The price has risen from ₹300.00 to ₹350.00.');
    await expect(placeDraft(shop, await form(id, 'cod'))).rejects.toMatchObject(conflict('Prices or stock'));
    expect(await counts()).toEqual({ orders: 0, drafts: 1 });
    expect((await stock())['test-scarf']).toEqual({ stock: 50, sold: 0 });
    await acceptChanges(shop, await version(id));
    await expect(placeDraft(shop, shownForm)).rejects.toMatchObject(conflict('changed in the meantime'));
    const order = await placeDraft(shop, await form(id, 'cod'));
    expect(order.subtotal_paise).toBe(70_000);
  });

  test('is not placed if its goods were sold or unpublished', async () => {
    const { db, shop, createFilledDraft, form, read, version, counts } = await setUp();
    const id = await createFilledDraft([
      ['test-kurta', 3],
      ['test-scarf', 1],
    ]);
    const shownForm = await form(id, 'link');
    await db.write.updateTable('variant').set({ quantity: 2 }).where('sku', '=', 'TK-M').execute();
    await db.write.updateTable('product').set({ status: 'draft' }).where('slug', '=', 'test-scarf').execute();
    await expect(placeDraft(shop, shownForm)).rejects.toMatchObject(conflict('Prices or stock have changed'));
    const { lines, unavailableIds } = await read(id);
    expect(lines.map(({ warning, isBlocked }) => [warning, isBlocked])).toEqual([['Only 2 left.', true]]);
    expect(unavailableIds).toHaveLength(1);
    await acceptChanges(shop, await version(id));
    expect((await read(id)).unavailableIds).toEqual([]);
    expect(await counts()).toEqual({ orders: 0, drafts: 1 });
  });

  test('is taxed by the state of delivery, which is the shop’s state for goods collected at the counter', async () => {
    const { createFilledDraft, address, place, linesOf } = await setUp();
    const karnatakaDraft = await createFilledDraft([['test-scarf', 1]]);
    await address(karnatakaDraft, { pincode: '560001', city: '', state: '' });
    const sentOrder = await place(karnatakaDraft, 'link');
    expect(JSON.parse(sentOrder.address_json)).toMatchObject({ city: 'Bengaluru', state: 'Karnataka' });
    expect(await linesOf(sentOrder.id)).toMatchObject([{ cgst_paise: 0, sgst_paise: 0, igst_paise: 1_429 }]);
    const counterDraft = await createFilledDraft([['test-scarf', 1]], { handover: 'collect' }, 'counter');
    const collectedOrder = await place(counterDraft, 'link');
    expect(collectedOrder).toMatchObject({ delivery_paise: 0, total_paise: 30_000, collected: 1, source: 'counter' });
    expect(JSON.parse(collectedOrder.address_json)).toMatchObject({
      ...{ name: 'Asha Rao', house: 'At the counter', city: 'Hyderabad', pincode: '500003', state: 'Telangana' },
    });
    expect(await linesOf(collectedOrder.id)).toMatchObject([{ cgst_paise: 714, sgst_paise: 714, igst_paise: 0 }]);
  });

  test('has lengths that are each cut from one bolt and follow the shop’s rules for lengths', async () => {
    const { db, createFilledDraft, add, place, linesOf, read } = await setUp();
    const id = await createFilledDraft([['test-scarf', 1]]);
    const expectRejected = (quantity: number) =>
      expect(add(id, 'test-cloth', quantity)).rejects.toMatchObject({ code: 'invalid' });
    await expectRejected(0.25);
    await expectRejected(0.6);
    await expectRejected(10.25);
    await add(id, 'test-cloth', 2);
    await add(id, 'test-cloth', 1);
    expect((await read(id)).lines.find(({ product }) => product.slug === 'test-cloth')).toMatchObject({
      ...{ quantity: 300, subtotalPaise: 99_999 },
    });
    const order = await place(id, 'cod');
    const cloth = (await linesOf(order.id)).find(({ slug }) => slug === 'test-cloth');
    expect(cloth).toMatchObject({ sell_unit: 'metre', quantity: 300, bolt_position: 0, subtotal_paise: 99_999 });
    const bolts = await db.write.selectFrom('bolt').select('length_cm').orderBy('position').execute();
    expect(bolts.map(({ length_cm }) => length_cm)).toEqual([700, 250]);
  });

  test('is paid and handed over immediately for cash at the counter, with an invoice and one email', async () => {
    const { shop, createFilledDraft, place, mails, eventsOf, stock } = await setUp();
    await setOwnerEmail(shop);
    const order = await place(
      await createFilledDraft([['test-kurta', 1]], { handover: 'collect' }, 'counter'),
      'counter',
    );
    expect(order).toMatchObject({
      ...{
        order_status: 'delivered',
        payment_status: 'paid',
        payment_method: 'cod',
        invoice_number: 'TA/26-27/000001',
      },
      ...{ delivery_paise: 0, cod_fee_paise: 0, total_paise: 149_950, hold_until: null },
    });
    expect([order.paid_at, order.delivered_at]).toEqual([order.created_at, order.created_at]);
    expect((await mails()).map(({ kind }) => kind).sort()).toEqual(['order_delivered', 'owner_newOrder']);
    expect((await mails('order_delivered'))[0]?.text).toContain('Cash at the counter');
    expect((await eventsOf(order.id)).map(({ kind }) => kind)).toEqual(['placed', 'delivered']);
    expect((await stock())['test-kurta']).toEqual({ stock: 4, sold: 1 });
  });

  test('does not need an email address', async () => {
    const { shop, createFilledDraft, place, mails } = await setUp();
    await setOwnerEmail(shop);
    const contact = { handover: 'collect', contactEmail: '' } as const;
    const order = await place(await createFilledDraft([['test-scarf', 1]], contact, 'counter'), 'counter');
    expect(order).toMatchObject({ email: '', mailbox: null, order_status: 'delivered' });
    expect((await mails()).map(({ kind }) => kind)).toEqual(['owner_newOrder']);
  });

  test('can’t be paid in cash at the counter if it is sent, or with cash on delivery if it is collected', async () => {
    const { createFilledDraft, place, counts } = await setUp();
    const sentOrder = await createFilledDraft([['test-scarf', 1]]);
    await expect(place(sentOrder, 'counter')).rejects.toMatchObject(conflict('for goods that the customer collects'));
    const collectedOrder = await createFilledDraft([['test-scarf', 1]], { handover: 'collect' });
    await expect(place(collectedOrder, 'cod')).rejects.toMatchObject(conflict('paid for on delivery'));
    expect(await counts()).toEqual({ orders: 0, drafts: 2 });
  });

  test('can’t be paid with cash on delivery where the shop does not offer it', async () => {
    const { createFilledDraft, address, place, read } = await setUp();
    const id = await createFilledDraft([['test-scarf', 1]]);
    await address(id, { pincode: '790001', city: 'Tawang', state: 'Arunachal Pradesh' });
    expect((await read(id)).cash?.refusal).toBe('Cash on delivery is not available here.');
    await expect(place(id, 'cod')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('can’t be handed over before its goods have arrived', async () => {
    const { db, clock, createFilledDraft, place } = await setUp();
    const pre_order_at = clock.at + 1_000 * MINUTE_MS;
    await db.write.updateTable('variant').set({ quantity: 0, pre_order_at }).where('sku', '=', 'TS').execute();
    const id = await createFilledDraft([['test-scarf', 1]], { handover: 'collect' });
    await expect(place(id, 'counter')).rejects.toMatchObject({ code: 'conflict' });
    const order = await place(id, 'link');
    expect(order.order_status).toBe('pending');
  });
});
