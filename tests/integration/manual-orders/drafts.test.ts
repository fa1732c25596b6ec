import { expect, test } from 'vitest';
import { readLog } from '#lib/admin/log/audit-log.server.ts';
import { LOG_QUERY } from '#lib/admin/log/log-query.schema.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { applyLastAddress } from '#lib/sales/manual-orders/draft-customer.server.ts';
import { findGoods, scannedVariantId } from '#lib/sales/manual-orders/draft-goods.server.ts';
import { changeQuantity, removeGoods } from '#lib/sales/manual-orders/draft-lines.server.ts';
import { createDraft, deleteDraft, deleteOldDrafts, listDrafts } from '#lib/sales/manual-orders/drafts.server.ts';
import { findKnownCustomer } from '#lib/sales/manual-orders/known-customer.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { onBothEngines } from '#support/database.ts';
import { newCustomer, stockGoods, variantOf } from '#support/goods.ts';
import { manualFixture } from '#support/manual-orders.ts';
import { HOME } from '#support/order-fixture.ts';
import { insertOrder } from '#support/order-row.ts';

onBothEngines('draft orders', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    return { db, ...manualFixture(db) };
  }

  test('are listed, opened and deleted', async () => {
    const { db, shop, createFilledDraft, read, version } = await setUp();
    const { id: empty } = await createDraft(shop, 'counter');
    const id = await createFilledDraft([['test-scarf', 2]], { note: 'Wrap it' });
    const drafts = await listDrafts(db);
    expect(drafts.map((draft) => [draft.id, draft.source, draft.name, draft.lineCount])).toEqual([
      [id, 'phone', 'Asha Rao', 1],
      [empty, 'counter', '', 0],
    ]);
    expect((await read(empty)).draft.collected).toBe(1);
    expect(await read(id)).toMatchObject({ draft: { note: 'Wrap it' }, address: HOME, refusal: undefined });
    await deleteDraft(shop, await version(id));
    expect(await db.write.selectFrom('draft_order_line').selectAll().execute()).toEqual([]);
    await expect(deleteDraft(shop, { id, version: 1 })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('are deleted after a month without a change', async () => {
    const { db, shop, clock, createFilledDraft } = await setUp();
    const id = await createFilledDraft([['test-scarf', 1]]);
    clock.at += 30 * DAY_MS - 1;
    await deleteOldDrafts(shop);
    expect((await listDrafts(db)).map((draft) => draft.id)).toEqual([id]);
    clock.at += DAY_MS;
    await deleteOldDrafts(shop);
    expect(await listDrafts(db)).toEqual([]);
  });

  test('are named and linked in the audit log only while they exist', async () => {
    const { db, shop, createFilledDraft, version } = await setUp();
    const id = await createFilledDraft([['test-scarf', 1]]);
    const href = `/admin/orders/drafts/${id}`;
    const readRecords = async () =>
      (await readLog(db, LOG_QUERY.parse({ record: id }))).entries.map(({ record }) => record);
    expect(new Set((await readRecords()).map((record) => JSON.stringify(record)))).toEqual(
      new Set([JSON.stringify({ label: 'Asha Rao', href })]),
    );
    await deleteDraft(shop, await version(id));
    expect(new Set((await readRecords()).map((record) => JSON.stringify(record)))).toEqual(
      new Set([JSON.stringify({ label: '' })]),
    );
  });

  test('are not changed by a form on an outdated page', async () => {
    const { db, shop, createFilledDraft, version, add, read } = await setUp();
    const id = await createFilledDraft([['test-scarf', 1]]);
    const outdatedVersion = await version(id);
    await add(id, 'test-scarf');
    const variant = Number(await variantOf(db, 'test-scarf'));
    for (const change of [
      () => changeQuantity(shop, { ...outdatedVersion, variant, quantity: 5 }),
      () => removeGoods(shop, { ...outdatedVersion, variant }),
      () => deleteDraft(shop, outdatedVersion),
    ])
      await expect(change()).rejects.toMatchObject({ code: 'conflict' });
    expect((await read(id)).lines.map(({ quantity }) => quantity)).toEqual([2]);
    await changeQuantity(shop, { ...(await version(id)), variant, quantity: 5 });
    await removeGoods(shop, { ...(await version(id)), variant });
    expect(await read(id)).toMatchObject({ lines: [], refusal: 'Add an item first.' });
  });

  test('report what is missing', async () => {
    const { shop, add, contact, read } = await setUp();
    const { id } = await createDraft(shop, 'phone');
    await add(id, 'test-scarf');
    expect((await read(id)).refusal).toMatch(/name and mobile number/);
    await contact(id);
    expect((await read(id)).refusal).toBe('Save the delivery address first.');
    await contact(id, { handover: 'collect' });
    expect((await read(id)).refusal).toBeUndefined();
  });

  test('can be filled with goods found by words or SKU, or with the variant that has a scanned SKU', async () => {
    const { db } = await setUp();
    expect((await findGoods(db, 'kurta')).map(({ slug }) => slug)).toEqual(['test-kurta']);
    expect((await findGoods(db, 'TK-L')).map(({ slug }) => slug)).toEqual(['test-kurta']);
    expect(await findGoods(db, '')).toEqual([]);
    expect(await scannedVariantId(db, 'TK-M')).toBe(Number(await variantOf(db, 'test-kurta')));
    expect(await scannedVariantId(db, 'tk-m')).toBe(Number(await variantOf(db, 'test-kurta')));
    expect(await scannedVariantId(db, 'TK')).toBeUndefined();
  });

  test('can be filled with the last address of a customer found by mobile number or email', async () => {
    const { db, shop, read, contact, version } = await setUp();
    const email = 'ravi@example.in';
    await insertOrder(db, 'o1', { email, mobile: '9811111111', created_at: 1, address: { city: 'Old' } });
    await insertOrder(db, 'o2', { email, mobile: '9811111111', created_at: 2, address: { city: 'New' } });
    await insertOrder(db, 'o3', { email, mobile: '9811111111', created_at: 3, collected: 1 });
    await insertOrder(db, 'o4', { email: 'x@example.in', created_at: 4, tracking_number: '9811111111' });
    await indexOrders(db);
    for (const person of [
      { mobile: '9811111111', email: '' },
      { mobile: '', email },
      { mobile: '9899999999', email },
    ])
      expect(await findKnownCustomer(db.write, person)).toMatchObject({
        lastOrder: { number: 'o2' },
        address: { city: 'New' },
      });
    expect(await findKnownCustomer(db.write, { mobile: '9811111112', email: '' })).toBeUndefined();
    const { id } = await createDraft(shop, 'phone');
    await contact(id, { contactMobile: '9811111111', contactEmail: '', handover: 'send' });
    await applyLastAddress(shop, await version(id));
    expect(await read(id)).toMatchObject({
      draft: { email },
      address: { city: 'New' },
      refusal: 'Add an item first.',
    });
  });

  test('can be filled with the saved address of an account without orders', async () => {
    const { db } = await setUp();
    const customer_id = await newCustomer(db, 'new@example.in');
    const times = { created_at: 1, updated_at: 1 };
    await db.write
      .insertInto('address')
      .values({ id: 'a1', customer_id, ...HOME, is_default: 1, ...times })
      .execute();
    expect(await findKnownCustomer(db.write, { mobile: '', email: 'new@example.in' })).toEqual({
      ...{ name: HOME.name, mobile: HOME.mobile, email: 'new@example.in', address: HOME, lastOrder: undefined },
    });
  });
});
