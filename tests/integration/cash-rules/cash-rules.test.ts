import { expect, test } from 'vitest';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { recordVerifiedMailbox } from '#lib/customers/auth/verified-mailbox.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { CASH_REFUSAL_MESSAGES } from '#lib/sales/cart/delivery/cash-refusal.ts';
import { deliveryLocation } from '#lib/sales/cart/delivery-location.server.ts';
import { blockLookup, blockPincode, blocksOf, listBlocks, unblock } from '#lib/sales/cash-rules/cash-blocks.server.ts';
import { CASH_RULES, type CashRules } from '#lib/sales/cash-rules/cash-rules.schema.ts';
import { readCashHistory, switchOffCash } from '#lib/sales/cash-rules/switch-off-cash.server.ts';
import type { OrderInput } from '#lib/sales/checkout/order-rows.ts';
import { placeDraft } from '#lib/sales/manual-orders/place-draft.server.ts';
import { recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { switchToCashOnDelivery } from '#lib/sales/payments/switch-payment.server.ts';
import { addCustomer } from '#support/customers.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { manualFixture } from '#support/manual-orders.ts';
import { COD, HOME, orderFixture } from '#support/order-fixture.ts';
import { insertOrder } from '#support/order-row.ts';
import { BENGALURU } from '#support/random-orders.ts';

const refusal = (rule: keyof typeof CASH_REFUSAL_MESSAGES) => ({
  code: 'conflict',
  message: CASH_REFUSAL_MESSAGES[rule],
});
const UNVERIFIED = { code: 'unverified' };

onBothEngines('cash on delivery', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const { shop, cartOf } = fixture;
    const setRules = (rules: Partial<CashRules>) => {
      const values = Object.entries(rules).map(([field, value]) => [field, String(value)]);
      return setFields(shop, CASH_RULES, Object.fromEntries(values));
    };
    const order = async (input: Partial<OrderInput> = {}, owner: object = {}) =>
      fixture.place({ ...(await cartOf(['test-scarf', 1])), ...owner }, input);
    const isOffered = async (pincode: string) => (await deliveryLocation(shop, {}, pincode)).delivery.cod;
    const insertReturned = (id: string, overrides: Parameters<typeof insertOrder>[2] = {}) =>
      insertOrder(db, id, {
        created_at: shop.now() - DAY_MS,
        order_status: 'returned',
        payment_status: 'failed',
        ...overrides,
      });
    return { db, ...fixture, setRules, order, isOffered, insertReturned };
  }

  test('is refused at a pincode for which staff have switched it off, until they switch it back on', async () => {
    const { db, shop, order, isOffered } = await setUp();
    const onlineOrder = await order({ payment: 'test' });
    const id = await blockPincode(shop, { pincode: HOME.pincode, reason: 'Nobody is at home' });
    expect(await blockPincode(shop, { pincode: HOME.pincode, reason: 'Again' })).toBe(id);
    await expect(order()).rejects.toMatchObject(refusal('pincode'));
    await expect(switchToCashOnDelivery(shop, onlineOrder.id)).rejects.toMatchObject({ code: 'conflict' });
    expect((await order({ payment: 'test' })).payment_status).toBe('unpaid');
    expect((await order({ address: BENGALURU })).payment_status).toBe('cod');
    expect([await isOffered(HOME.pincode), await isOffered(BENGALURU.pincode)]).toEqual([false, true]);
    expect((await listBlocks(db)).rows).toMatchObject([{ id, pincode: HOME.pincode, reason: 'Nobody is at home' }]);
    await unblock(shop, id);
    await expect(unblock(shop, id)).rejects.toMatchObject({ code: 'not_found' });
    expect((await order()).payment_status).toBe('cod');
    expect(await isOffered(HOME.pincode)).toBe(true);
    const entries = db.write.selectFrom('audit_entry').select('action').where('record_id', '=', id).orderBy('id');
    expect((await entries.execute()).map(({ action }) => action)).toEqual([
      'switch off cash on delivery',
      'switch on cash on delivery',
    ]);
    await expect(blockPincode(shop, { pincode: '999999', reason: '' })).rejects.toMatchObject({ code: 'invalid' });
  });

  test('is refused at a pincode if a larger share of its parcels was returned within a year than the rule allows', async () => {
    const { db, shop, setRules, order, isOffered, insertReturned } = await setUp();
    await setRules({ pincodeParcels: 2, pincodePercent: 50 });
    await insertReturned('one', { address: HOME });
    await insertReturned('old', { address: HOME, created_at: shop.now() - 400 * DAY_MS });
    await indexOrders(db);
    expect((await order()).payment_status).toBe('cod');
    await insertReturned('two', { address: HOME, mobile: '9000000001' });
    await indexOrders(db);
    await expect(order()).rejects.toMatchObject(refusal('pincode'));
    expect(await isOffered(HOME.pincode)).toBe(false);
    await insertOrder(db, 'delivered', {
      ...{ created_at: shop.now(), delivered_at: shop.now(), address: HOME },
      order_status: 'delivered',
    });
    await insertOrder(db, 'another', {
      ...{ created_at: shop.now(), delivered_at: shop.now(), address: HOME },
      order_status: 'delivered',
    });
    await indexOrders(db);
    expect((await order()).payment_status).toBe('cod');
  });

  test('is refused for a blocked customer only after their mailbox has been verified', async () => {
    const { db, shop, order } = await setUp();
    const asha = await addCustomer(db);
    const contact = { email: asha.email, mobile: '9876500000' };
    const firstOrder = await order({ contact });
    await switchOffCash(shop, { order: firstOrder.id, reason: '' });
    await expect(order({ contact })).rejects.toMatchObject(UNVERIFIED);
    const mailboxToken = await recordVerifiedMailbox(db.write, shop, asha.email);
    await expect(order({ contact }, { mailboxToken })).rejects.toMatchObject(refusal('customer'));
    // With a different mailbox, nothing is revealed about the mobile number before that mailbox is verified.
    const otherContact = { email: 'other@example.in', mobile: contact.mobile };
    await expect(order({ contact: otherContact })).rejects.toMatchObject(UNVERIFIED);
    await expect(order({ contact: otherContact }, { mailboxToken })).rejects.toMatchObject(UNVERIFIED);
    expect((await order({ contact: { ...otherContact, mobile: '9876500001' } })).payment_status).toBe('cod');
    expect((await order({ contact, payment: 'test' })).payment_status).toBe('unpaid');
    const { customer } = await blocksOf(db, contact);
    expect(customer).toMatchObject({ email: asha.email, mobile: contact.mobile, reason: 'No cash parcels yet' });
    expect(await blocksOf(db, COD.contact)).toEqual({ pincode: undefined, customer: undefined });
    expect((await blockLookup(db, []))(contact)).toEqual({});
  });

  test('is refused for a blocked account, whatever email address is entered', async () => {
    const { db, shop, cartOf, place } = await setUp();
    const asha = await addCustomer(db);
    await switchOffCash(shop, { customer: asha.id, reason: 'Three refused' });
    const owner = await cartOf(['test-scarf', 1]);
    await db.write.updateTable('cart').set({ customer_id: asha.id, token_hash: null }).execute();
    const contact = { email: 'work@example.in', mobile: '9876500009' };
    await expect(place({ ...owner, customerId: asha.id }, { contact })).rejects.toMatchObject(refusal('customer'));
  });

  test('is refused for a customer with as many returned parcels as the rule’s limit', async () => {
    const { db, shop, setRules, order, insertReturned } = await setUp();
    await setRules({ refusedParcels: 2 });
    const mailboxToken = await recordVerifiedMailbox(db.write, shop, COD.contact.email);
    await insertReturned('by email', { mailbox: COD.contact.email, email: COD.contact.email });
    await insertReturned('by number', { mobile: COD.contact.mobile });
    await insertReturned('too old', { mobile: COD.contact.mobile, created_at: 0 });
    expect((await readCashHistory(shop, COD.contact)).ofCustomer).toEqual({ delivered: 0, returned: 3 });
    await expect(order()).rejects.toMatchObject(UNVERIFIED);
    await expect(order({}, { mailboxToken })).rejects.toMatchObject(refusal('customer'));
    await setRules({ refusedParcels: 3 });
    expect((await order({}, { mailboxToken })).payment_status).toBe('cod');
  });

  test('is not refused because of a parcel that was damaged in transit', async () => {
    const { db, shop, setRules, order } = await setUp();
    const mailboxToken = await recordVerifiedMailbox(db.write, shop, COD.contact.email);
    const sendBack = async (returnReason: 'damaged' | 'not_reachable') => {
      const { id } = await order({}, { mailboxToken });
      await moveOrder(shop, id, 'shipped');
      return recordReturn(shop, id, { parcel: { returnReason } });
    };
    await setRules({ refusedParcels: 1, returnCostPaise: 14_000 });
    const { credit } = await sendBack('damaged');
    expect(credit).toMatchObject({ kind: 'refused', return_reason: 'damaged', return_cost_paise: 14_000 });
    await sendBack('not_reachable');
    await expect(order({}, { mailboxToken })).rejects.toMatchObject(refusal('customer'));
  });

  test('can be chosen by staff for a blocked pincode', async () => {
    const db = await open();
    await stockGoods(db);
    const { shop, createFilledDraft, form } = manualFixture(db);
    await blockPincode(shop, { pincode: HOME.pincode, reason: '' });
    const order = await placeDraft(shop, await form(await createFilledDraft([['test-scarf', 1]]), 'cod'));
    expect(order.payment_status).toBe('cod');
  });
});
