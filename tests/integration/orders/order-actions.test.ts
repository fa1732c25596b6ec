import { expect, test } from 'vitest';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { setNoteDeleted } from '#lib/platform/notes/staff-notes.server.ts';
import { correctAddress, correctTracking } from '#lib/sales/orders/admin/correct-order.server.ts';
import type { CreditAction } from '#lib/sales/orders/admin/credit-actions.ts';
import { applyCreditForm, previewCreditForm } from '#lib/sales/orders/admin/credit-request.server.ts';
import { type OrderDetails, readOrderDetails } from '#lib/sales/orders/admin/order-details.server.ts';
import { mailsOf, messageCustomer, resendMail } from '#lib/sales/orders/admin/order-mails.server.ts';
import { addNote } from '#lib/sales/orders/admin/order-notes.server.ts';
import { undoChange } from '#lib/sales/orders/admin/undo-change.server.ts';
import {
  cancelPart,
  recordLostParcel,
  recordReturn,
  refundPart,
} from '#lib/sales/orders/credits/apply-credit.server.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { mailOrder } from '#lib/sales/orders/mail/order-mail.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { ONE_USE_COUPON } from '#support/coupon-row.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';

const PRIYA = { kind: 'staff' as const, id: 's1', name: 'Priya', origin: '203.0.113.7, Chrome on Android' };
const KURTA_PAISE = 149_950;
const SCARF_PAISE = 30_000;
const CONFLICT = { code: 'conflict', fields: { version: expect.any(String) } };

onBothEngines('in the admin,', (open) => {
  /** Places an order for two kurtas and three scarves. */
  async function setUpOrder({ isPaid = false } = {}) {
    const db = await open();
    await stockGoods(db);
    const fixture = orderFixture(db);
    const shop = { ...fixture.shop, now: () => fixture.clock.at++ };
    const { id } = await fixture.place(await fixture.cartOf(['test-kurta', 2], ['test-scarf', 3]));
    if (isPaid) await db.write.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', id).execute();
    const readDetails = async () => required(await readOrderDetails(db, id));
    const readVersion = async () => (await readDetails()).order.updated_at;
    const apply = async (action: CreditAction, fields: Record<string, string>) =>
      applyCreditForm(shop, id, { action, fields, reason: 'A reason', version: await readVersion() });
    const preview = (action: CreditAction, fields: Record<string, string>) => previewCreditForm(db, id, action, fields);
    const readDueAmounts = async () => (await refundsOf(db.write, id, 'due')).map(({ amount_paise }) => amount_paise);
    return { ...fixture, db, shop, id, readDetails, readVersion, apply, preview, readDueAmounts };
  }

  test.each<[CreditAction, string[], Record<string, string>, Partial<{ owedPaise: number; creditedPaise: number }>]>([
    ['remove', [], { line0: '1' }, { creditedPaise: KURTA_PAISE, owedPaise: KURTA_PAISE }],
    ['refused', ['shipped'], {}, { creditedPaise: 2 * KURTA_PAISE + 3 * SCARF_PAISE }],
    ['lost', ['shipped'], {}, { creditedPaise: 2 * KURTA_PAISE + 3 * SCARF_PAISE }],
    [
      'returned',
      ['delivered'],
      { line1: '2', spoilt1: 'on' },
      { creditedPaise: 2 * SCARF_PAISE, owedPaise: 2 * SCARF_PAISE },
    ],
    ['refund', [], { amount: '99.50' }, { creditedPaise: 9_950, owedPaise: 9_950 }],
    ['refund', ['delivered'], { line1: '1' }, { creditedPaise: SCARF_PAISE, owedPaise: SCARF_PAISE }],
  ])('the preview of %s after %j with %j matches the result', async (action, moves, fields, expected) => {
    const { db, shop, id, apply, preview, readDueAmounts } = await setUpOrder({ isPaid: true });
    for (const to of moves) await moveOrder(shop, id, to as 'shipped');
    const eventsBefore = await db.write.selectFrom('order_event').select('id').execute();
    const { preview: shownCredit } = await preview(action, fields);
    expect(await db.write.selectFrom('order_event').select('id').execute()).toEqual(eventsBefore);
    expect(shownCredit?.draft.totalPaise).toBe(expected.creditedPaise);
    if (expected.owedPaise !== undefined) expect(shownCredit?.owedPaise).toBe(expected.owedPaise);
    const { credit } = await apply(action, fields);
    expect([credit.total_paise, credit.owed_paise]).toEqual([shownCredit?.draft.totalPaise, shownCredit?.owedPaise]);
    expect(await readDueAmounts()).toEqual([shownCredit?.owedPaise]);
  });

  test.each<[CreditAction, Record<string, string>, string]>([
    ['remove', {}, 'line0'],
    ['remove', { line0: '1.5' }, 'line0'],
    ['remove', { line0: 'one' }, 'line0'],
    ['refund', {}, 'amount'],
    ['refund', { amount: '12,50' }, 'amount'],
    ['refund', { amount: '10', line0: '1' }, 'amount'],
  ])('%s with %j is rejected at the field %s', async (action, fields, field) => {
    const { preview } = await setUpOrder();
    expect((await preview(action, fields)).refusal?.fields).toHaveProperty(field);
  });

  test('a change that is based on an outdated version is rejected', async () => {
    const { db, shop, id, readVersion, readDetails } = await setUpOrder();
    const seenVersion = await readVersion();
    await moveOrder(shop, id, 'processing');
    const outdatedVersion = { version: seenVersion };
    const eventCount = (await readDetails()).events.length;
    await expect(cancelPart(shop, id, [{ position: 0, quantity: 1 }], 'x', outdatedVersion)).rejects.toMatchObject(
      CONFLICT,
    );
    await expect(refundPart(shop, id, { paise: 100 }, 'x', outdatedVersion)).rejects.toMatchObject(CONFLICT);
    await moveOrder(shop, id, 'shipped');
    await expect(recordReturn(shop, id, outdatedVersion)).rejects.toMatchObject(CONFLICT);
    await expect(recordLostParcel(shop, id, outdatedVersion)).rejects.toMatchObject(CONFLICT);
    expect((await readDetails()).events).toHaveLength(eventCount + 1);
    expect(await db.write.selectFrom('order_credit').selectAll().execute()).toEqual([]);
  });

  test('one of two people who save the same version at the same time succeeds; the other gets a conflict', async () => {
    const { shop, id, readVersion, readDetails } = await setUpOrder();
    const seenVersion = await readVersion();
    const save = (street: string) => correctAddress(shop, id, { ...HOME, street }, seenVersion);
    const results = await Promise.allSettled([save('One Road'), save('Other Road')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' });
    const { events, address } = await readDetails();
    expect(events.filter(({ kind }) => kind === 'address_corrected')).toHaveLength(1);
    const [firstResult] = results;
    expect(address.street).toBe(firstResult?.status === 'fulfilled' ? 'One Road' : 'Other Road');
  });

  test('a lost parcel is credited completely and not restocked, and the customer is emailed', async () => {
    const { db, shop, id, readDetails, readDueAmounts, stock, mails } = await setUpOrder({ isPaid: true });
    const stockBefore = await stock();
    await expect(recordLostParcel(shop, id)).rejects.toMatchObject({ code: 'conflict' });
    await moveOrder(shop, id, 'shipped');
    await recordLostParcel(shop, id, { reason: 'The courier lost it' });
    const { order, amounts, credits, events } = await readDetails();
    expect(order).toMatchObject({ order_status: 'cancelled', payment_status: 'refund_due' });
    expect(amounts.totalPaise).toBe(0);
    expect(credits[0]).toMatchObject({ note_number: expect.any(String), total_paise: order.total_paise });
    expect(await readDueAmounts()).toEqual([order.total_paise]);
    expect(events.at(-1)?.kind).toBe('lost');
    expect((await stock())['test-kurta']?.stock).toBe(stockBefore['test-kurta']?.stock);
    const ledger = await db.write.selectFrom('stock_ledger').select(['variant_id', 'change']).execute();
    for (const variant of new Set(ledger.map(({ variant_id }) => variant_id))) {
      const sum = ledger.filter((line) => line.variant_id === variant).reduce((all, { change }) => all + change, 0);
      const { quantity } = await db.write
        .selectFrom('variant')
        .select('quantity')
        .where('id', '=', variant)
        .executeTakeFirstOrThrow();
      expect(sum).toBe(quantity);
    }
    expect((await mails('order_lost'))[0]?.text).toContain('The courier has lost the parcel');
  });

  test('a lost cash parcel needs no refund, and the order’s coupon can be used again', async () => {
    const { db, shop, id, readDetails, readDueAmounts } = await setUpOrder();
    await db.write
      .insertInto('coupon')
      .values({ ...ONE_USE_COUPON, uses_left: 0 })
      .execute();
    const use = { code: ONE_USE_COUPON.code, order_id: id, email: 'asha@example.in', used_at: 1 };
    await db.write.insertInto('coupon_use').values(use).execute();
    await moveOrder(shop, id, 'shipped');
    await recordLostParcel(shop, id);
    expect(await db.write.selectFrom('coupon').select('uses_left').execute()).toEqual([{ uses_left: 1 }]);
    expect((await readDetails()).order).toMatchObject({ order_status: 'cancelled', payment_status: 'failed' });
    expect(await readDueAmounts()).toEqual([]);
  });

  const lastEvent = ({ events }: OrderDetails) => required(events.at(-1));

  test('corrections of the address and tracking number can be undone until they are replaced', async () => {
    const { shop, id, readDetails, readVersion } = await setUpOrder();
    const correct = async (street: string) => correctAddress(shop, id, { ...HOME, street }, await readVersion());
    await correct('First Road');
    const firstEvent = lastEvent(await readDetails());
    await correct('Second Road');
    const secondEvent = lastEvent(await readDetails());
    expect((await readDetails()).events.filter(({ canUndo }) => canUndo).map((event) => event.id)).toEqual([
      secondEvent.id,
    ]);
    await expect(undoChange(shop, id, firstEvent.id)).rejects.toMatchObject({ code: 'conflict' });
    await runAs(PRIYA, () => undoChange(shop, id, secondEvent.id));
    expect((await readDetails()).address.street).toBe('First Road');
    await expect(undoChange(shop, id, secondEvent.id)).rejects.toMatchObject({ code: 'conflict' });
    expect(lastEvent(await readDetails())).toMatchObject({
      kind: 'undone',
      detail: 'Address corrected',
      author: 'Priya',
    });
    await moveOrder(shop, id, 'shipped', { carrier: 'DTDC', trackingNumber: 'A1' });
    await expect(undoChange(shop, id, firstEvent.id)).rejects.toMatchObject({ code: 'conflict' });
    await correctTracking(shop, id, { trackingNumber: 'A2' }, await readVersion());
    await undoChange(shop, id, lastEvent(await readDetails()).id);
    expect((await readDetails()).order).toMatchObject({ carrier: 'DTDC', tracking_number: 'A1' });
  });

  test('the start of processing can be undone, but not a step that was emailed', async () => {
    const { shop, id, readDetails } = await setUpOrder();
    await moveOrder(shop, id, 'processing');
    const { id: event } = lastEvent(await readDetails());
    await undoChange(shop, id, event);
    expect((await readDetails()).order.order_status).toBe('placed');
    await moveOrder(shop, id, 'processing');
    await moveOrder(shop, id, 'shipped');
    expect((await readDetails()).events.some(({ canUndo }) => canUndo)).toBe(false);
  });

  test('notes have an author and can be deleted and restored; their text is not in the audit log', async () => {
    const { db, shop, id, readDetails } = await setUpOrder();
    const note = await runAs(PRIYA, () => addNote(shop, id, 'Call before delivery'));
    expect((await readDetails()).notes).toMatchObject([
      { text: 'Call before delivery', author: 'Priya', deleted_at: null },
    ]);
    await setNoteDeleted(shop, 'order', { recordId: id, noteId: note }, true);
    await expect(setNoteDeleted(shop, 'order', { recordId: id, noteId: note }, true)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await readDetails()).notes[0]?.deleted_at).not.toBeNull();
    await setNoteDeleted(shop, 'order', { recordId: id, noteId: note }, false);
    expect((await readDetails()).notes[0]?.deleted_at).toBeNull();
    const { entries } = await readAudit(db, { record: { kind: 'order', id } });
    const actions = entries.map(({ action }) => action).filter((action) => action.includes('note'));
    expect(actions).toEqual(['restore order note', 'delete order note', 'add order note']);
    expect(JSON.stringify(entries)).not.toContain('Call before');
    await expect(addNote(shop, 'nobody', 'x')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a message to the customer is emailed; emails can be resent a few times to the order’s address', async () => {
    const { db, shop, id, readDetails, mails, clock } = await setUpOrder();
    await db.write.updateTable('outbox').set({ sent_at: clock.at }).execute();
    const [placedMail] = await mailsOf(db, (await readDetails()).order);
    expect(placedMail).toMatchObject({
      state: 'sent',
      mayResend: true,
      subject: expect.stringContaining('Order placed'),
    });
    await runAs(PRIYA, () => messageCustomer(shop, id, 'Your parcel leaves on Monday.'));
    expect((await mails('order_message'))[0]?.text).toContain('Your parcel leaves on Monday.');
    await resendMail(shop, id, required(placedMail).id);
    const resentMails = (await mails('order_placed')).filter(({ sent_at }) => sent_at === null);
    expect(resentMails).toMatchObject([{ to_address: 'asha@example.in', subject: placedMail?.subject }]);
    expect(lastEvent(await readDetails())).toMatchObject({ kind: 'mail_resent', detail: placedMail?.subject });
    for (let n = 0; n < 3; n++) await resendMail(shop, id, required(placedMail).id);
    await expect(resendMail(shop, id, required(placedMail).id)).rejects.toMatchObject({ code: 'too_many' });
    await expect(messageCustomer(shop, id, 'Again')).rejects.toMatchObject({ code: 'too_many' });
    const otherMailId = (await mails('owner_newOrder'))[0]?.id ?? 'none';
    await expect(resendMail(shop, id, otherMailId)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('an emailed payment link can be resent only until the order is paid', async () => {
    const { db, shop, id, readDetails, clock } = await setUpOrder();
    const setPaymentStatus = (payment_status: 'unpaid' | 'cod' | 'paid') =>
      db.write.updateTable('orders').set({ payment_status }).where('id', '=', id).execute();
    const listResendableMails = async () => {
      const mails = await mailsOf(db, (await readDetails()).order);
      const subjects = mails.filter(({ mayResend }) => mayResend).map(({ subject }) => subject);
      return subjects.map((subject) => /^(?:Order placed|Please pay|Pay online)/.exec(subject)?.[0]);
    };
    const { order } = await readDetails();
    await transaction(db, (tx) => mailOrder(tx, shop, order, 'payment_link'));
    await transaction(db, (tx) => mailOrder(tx, shop, order, 'pay_online'));
    await db.write.updateTable('outbox').set({ sent_at: clock.at }).execute();
    await setPaymentStatus('unpaid');
    expect(await listResendableMails()).toEqual(['Order placed', 'Please pay']);
    await setPaymentStatus('cod');
    expect(await listResendableMails()).toEqual(['Order placed', 'Pay online']);
    await setPaymentStatus('paid');
    expect(await listResendableMails()).toEqual(['Order placed']);
  });
});

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The value is missing.');
  return value;
}
