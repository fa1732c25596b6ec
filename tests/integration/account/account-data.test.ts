import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { readSession } from '#lib/customers/auth/sessions/session.server.ts';
import { answerTicket } from '#lib/customers/support/ticket-admin.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { auditProblem, sealAudit } from '#lib/platform/audit/audit-chain.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { typedRecipient } from '#lib/platform/mail/recipient.server.ts';
import { setNoteDeleted } from '#lib/platform/notes/staff-notes.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { addCustomerNote, customerNotes } from '#lib/sales/account/admin/customer-notes.server.ts';
import { CUSTOMER_TABLES, readCustomerData } from '#lib/sales/account/customer-data.server.ts';
import { deleteAccount } from '#lib/sales/account/delete-account.server.ts';
import { hashOfMailbox } from '#lib/sales/back-in-stock/save-request.server.ts';
import { switchOffCash } from '#lib/sales/cash-rules/switch-off-cash.server.ts';
import { claimGuestOrders } from '#lib/sales/orders/claim-guest-orders.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { addOrderEvent } from '#lib/sales/orders/record/change-order.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { CONTACT_MESSAGE } from '#support/contact-message.ts';
import { addCustomer } from '#support/customers.ts';
import { onBothEngines } from '#support/database.ts';
import { addRowOwner, MARK, storedDataOf } from '#support/owned-rows.ts';
import { oneProduct } from '#support/small-shop.ts';

/** Tables that contain a customer's id or email address, or the id of an order, but are not exported. */
const NOT_EXPORTED = [
  // This row is exported as the profile.
  'customer',
  // These tables contain hashes that prove a login.
  'code_challenge',
  'known_device',
  'sign_in_link',
  // Drafts are entered by staff, not verified, and deleted within a month. The placed order is exported.
  'draft_order',
  // These are details of orders, and the orders are exported.
  'bulk_action_row',
  'coupon_buyer',
  'coupon_use',
  'idempotency_key',
  'order_term',
  'packed_line',
  'unverified_line',
  'unverified_order',
  // These are the shop's own records of stock and of calls to payment gateways.
  'payment_attempt',
  'payment_beginning',
  'stock_hold',
  'stock_ledger',
  // Notes are only for staff, and are deleted with the account.
  'order_note',
  // Staff are not customers.
  'staff',
  'staff_challenge',
];

onBothEngines('a customer’s data', (open, engine) => {
  async function setUp() {
    const db = await open();
    await saveCatalogueBatch(
      db,
      [{ type: 'category', slug: 'women', name: 'Women' }, oneProduct('loom-kurta', 1_250)],
      new Map(),
    );
    const asha = await addRowOwner(db);
    const session = await readSession({ db, now: Date.now }, asha.token);
    if (!session) throw new Error('no session');
    const removedKeys: string[] = [];
    const files = { remove: async (key: string) => void removedKeys.push(key) } as never;
    return {
      shop: { db, files, log: pino({ enabled: false }), now: Date.now },
      asha,
      customer: session.customer,
      removedKeys,
    };
  }

  test('is exported without hashes and without data of other customers', async () => {
    const { shop, asha, customer } = await setUp();
    const bela = await addCustomer(shop.db, 'Bela Other');
    const data = await readCustomerData(shop, customer);
    const text = JSON.stringify(data);
    expect(data.profile).toMatchObject({ email: asha.email });
    expect(data.address).toMatchObject([{ street: `${MARK} Lane`, city: 'Hyderabad' }]);
    expect(data.orders).toMatchObject([{ id: asha.rowIds.order, address_json: { pincode: '500003' } }]);
    for (const table of ['session', 'cart_line', 'wishlist_entry', 'review'] as const)
      expect(data[table]).toHaveLength(1);
    expect(text).not.toContain(bela.id);
    expect(text).not.toMatch(/hash/);
    const dataOfBela = await readCustomerData(shop, { ...customer, id: bela.id, email: bela.email });
    expect(dataOfBela.profile).toMatchObject({ email: bela.email });
    expect(JSON.stringify(dataOfBela)).not.toContain(MARK);
  });

  test('contains readable times and amounts, product names, and file names', async () => {
    const { shop, asha, customer } = await setUp();
    const exchange = { id: 'x1', order_id: asha.rowIds.order, customer_id: asha.id, custom_reason: 'Too wide' };
    const createdAt = Date.parse('2026-03-18T19:00:00Z');
    const state = { reasons_json: '[]', has_original_packaging: 1, state: 'requested', answer: null } as const;
    await shop.db.write
      .insertInto('exchange')
      .values({ ...exchange, ...state, expires_at: null, created_at: createdAt, updated_at: createdAt })
      .execute();
    const image = {
      id: 'i1',
      exchange_id: 'x1',
      position: 0,
      name: 'seam.jpg',
      kind: 'jpeg',
      bytes: 9,
      file_key: 'fk',
    };
    await shop.db.write.insertInto('exchange_image').values(image).execute();
    const data = await readCustomerData(shop, { ...customer, image_file: 'face' });
    expect(data.exchange).toContainEqual(
      expect.objectContaining({
        created_at: '2026-03-18T19:00:00.000Z',
        created_at_in_india: '19 March 2026 at 12:30:00 am IST',
      }),
    );
    const [order] = data.orders as Record<string, unknown>[];
    const paise = Number(order?.total_paise);
    expect(order?.total_in_rupees).toBe(priceText(paise));
    expect(data.attachment).toMatchObject([{ name: `${MARK}.png` }]);
    expect(data.exchange_image).toContainEqual(expect.objectContaining({ name: 'seam.jpg' }));
    expect(data.profile).toMatchObject({ picture: { name: 'profile.webp' } });
    expect(data.cart_line).toMatchObject([{ product_name: expect.any(String), product_slug: 'loom-kurta' }]);
    expect(data.review).toMatchObject([{ product_slug: 'loom-kurta' }]);
    expect(JSON.stringify(data)).not.toContain('"fk"');
    const text = JSON.stringify(data);
    expect(text.match(/"\w+?(_at|_?[pP]aise)":(?!null)/g)?.length).toBe(text.match(/_in_(india|rupees)":/g)?.length);
  });

  test.runIf(engine === 'sqlite')('in every table is exported, or excluded with a reason', async () => {
    const exportedTables = CUSTOMER_TABLES.map(({ table }) => table);
    const tables = await findTablesWithCustomers(await open());
    expect(tables.filter((table) => !exportedTables.includes(table) && !NOT_EXPORTED.includes(table))).toEqual([]);
  });

  test('contains notes about the customer, which are deleted with the account', async () => {
    const { shop, asha, customer } = await setUp();
    const otherCustomer = await addCustomer(shop.db, 'Bela Other');
    const note = await addCustomerNote(shop, asha.id, 'Call after six');
    await addCustomerNote(shop, otherCustomer.id, 'Prefers cotton');
    await expect(addCustomerNote(shop, 'nobody', 'x')).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      setNoteDeleted(shop, 'customer', { recordId: otherCustomer.id, noteId: note }, true),
    ).rejects.toMatchObject({ code: 'not_found' });
    const guest = { customerId: null, email: asha.email };
    expect(await customerNotes(shop.db, guest)).toMatchObject({ id: asha.id, notes: [{ text: 'Call after six' }] });
    expect((await readCustomerData(shop, customer)).customer_note).toMatchObject([{ text: 'Call after six' }]);
    const key = { recordId: asha.id, noteId: note };
    await setNoteDeleted(shop, 'customer', key, true);
    await setNoteDeleted(shop, 'customer', key, false);
    const { entries } = await readAudit(shop.db, { record: { kind: 'customer', id: asha.id } });
    const actions = ['restore customer note', 'delete customer note', 'add customer note'];
    expect(entries.map(({ action }) => action)).toEqual(actions);
    expect(JSON.stringify(entries)).not.toContain('Call after six');
    await deleteAccount(shop, asha.email, customer, 'customer');
    const remainingNotes = await shop.db.write.selectFrom('customer_note').select('text').execute();
    expect(remainingNotes).toEqual([{ text: 'Prefers cotton' }]);
  });

  test('is deleted only after the customer’s own email was entered', async () => {
    const { shop, asha, customer } = await setUp();
    const dataBefore = await storedDataOf(shop.db, asha.id);
    await expect(deleteAccount(shop, 'other@example.in', customer, 'customer')).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(await storedDataOf(shop.db, asha.id)).toEqual(dataBefore);
  });

  test('is deleted with subscriptions, messages and files; other customers’ data is kept', async () => {
    const { shop, asha, customer, removedKeys } = await setUp();
    const bela = await addCustomer(shop.db, 'Bela Other');
    const { email: belaEmail } = bela;
    for (const { id, email } of [asha, bela]) {
      await shop.db.write.insertInto('subscriber').values({ id: email, email, created_at: 1 }).execute();
      const details = {
        variant_id: Number(asha.rowIds.variant),
        mailbox_id: hashOfMailbox(email),
        asked_at: 1,
        told_at: null,
      };
      await shop.db.write
        .insertInto('restock_request')
        .values({ id: email, email, ...details })
        .execute();
      await shop.db.write
        .insertInto('contact_message')
        .values({ ...CONTACT_MESSAGE, id: email, email, created_at: 1 })
        .execute();
      await switchOffCash(shop, { customer: id, reason: `${customer.name} refused it` });
    }
    const file = await shop.db.write
      .selectFrom('attachment')
      .select('file_key')
      .where('id', '=', asha.rowIds.attachment)
      .executeTakeFirstOrThrow();
    const kinds = ['ticket_reply', 'link', 'restock', 'order_placed'];
    for (const to of [asha.email, belaEmail]) for (const kind of kinds) await queueMailTo(shop.db, to, kind);
    await queueMailTo(shop.db, 'owner@taana.example', 'contact', { 'Reply-To': asha.email });
    const readImage = (id: string) =>
      shop.db.write.selectFrom('exchange_image').select('file_key').where('id', '=', id).executeTakeFirst();
    const exchangeFile = (await readImage(asha.rowIds.exchangeImage))?.file_key;
    await shop.db.write.updateTable('orders').set({ mailbox: asha.email }).execute();
    await deleteAccount(shop, asha.email, customer, 'customer');
    const mails = await shop.db.write.selectFrom('outbox').select(['to_address', 'kind']).execute();
    expect(mails.map(({ to_address, kind }) => `${to_address} ${kind}`).sort()).toEqual(
      [
        ...kinds.map((kind) => `${belaEmail} ${kind}`),
        `${asha.email} order_placed`,
        `${asha.email} account_deleted`,
      ].sort(),
    );
    for (const table of ['subscriber', 'contact_message', 'restock_request', 'cash_block'] as const)
      expect(await shop.db.write.selectFrom(table).select('email').execute()).toEqual([{ email: belaEmail }]);
    const image = await readImage(asha.rowIds.exchangeImage);
    expect(image).toBeUndefined();
    expect(removedKeys).toEqual([file.file_key, exchangeFile]);
    expect(
      await shop.db.write.selectFrom('exchange').select(['custom_reason', 'reasons_json', 'answer']).execute(),
    ).toEqual([{ custom_reason: '', reasons_json: '[]', answer: null }]);
    // A new account with the same email address must not get the old data.
    const newAccount = await addCustomer(shop.db, 'Asha Rao');
    expect(await claimGuestOrders(shop, { id: newAccount.id, email: asha.email })).toBe(0);
  });

  test('remains after a deletion only in orders, their credit notes and search terms, and emails', async () => {
    const { shop, asha, customer } = await setUp();
    const { db } = shop;
    const { order } = asha.rowIds;
    const packer = { kind: 'staff' as const, id: 's1', name: 'Priya', origin: '203.0.113.7' };
    const previousAddress = {
      name: 'Zeenat Earlier',
      mobile: '9123450000',
      house: '99',
      street: 'Former Street',
      state: 'Goa',
    };
    const correction = {
      before: previousAddress,
      after: { ...previousAddress, name: 'Asha Rao', street: `${MARK} Lane`, mobile: '9876543210' },
    };
    await runAs(packer, async () => {
      for (let times = 0; times < 2; times++) {
        await transaction(db, (tx) => addOrderEvent(tx, order, 1, 'address_corrected', undefined, correction));
        await sealAudit(db);
      }
      await db.write.updateTable('ticket').set({ number: 'T-1' }).execute();
      await answerTicket({ ...shop, settings: readSettings({}) }, 'T-1', `Dear Asha Rao, ${MARK}`);
    });
    await db.write.insertInto('subscriber').values({ id: 's', email: asha.email, created_at: 1 }).execute();
    await indexOrders(db);
    await queueMailTo(db, asha.email, 'order_placed');
    const values = [
      asha.email,
      MARK,
      'Asha Rao',
      '9876543210',
      previousAddress.name,
      previousAddress.mobile,
      previousAddress.street,
    ];
    expect(await findTablesContaining(db, values)).toEqual(
      expect.arrayContaining(['address', 'audit_entry', 'customer', 'ticket']),
    );
    await deleteAccount(shop, asha.email, customer, 'customer');
    expect(await findTablesContaining(db, values)).toEqual(['order_credit', 'order_term', 'orders', 'outbox']);
    expect(await auditProblem(db)).toBeUndefined();
    await sealAudit(db);
    expect(await auditProblem(db)).toBeUndefined();
    const { entries } = await readAudit(db, { record: { kind: 'order', id: order } });
    expect(entries.map(({ actor }) => actor)).toEqual(['Priya', 'Priya']);
    const fields = entries[0]?.changes.map(({ field }) => field);
    expect(fields).toEqual(['name', 'mobile', 'street']);
  });

  test('is deleted; orders are kept without the account, and reviews also without the name', async () => {
    const { shop, asha, customer, removedKeys } = await setUp();
    const bela = await addRowOwner(shop.db, 'Bela Other');
    const dataOfBela = await storedDataOf(shop.db, bela.id);
    await deleteAccount(shop, ` ${asha.email.toUpperCase()} `, { ...customer, image_file: 'face' }, 'customer');
    expect((await storedDataOf(shop.db, asha.id)).flat()).toEqual([]);
    const order = await shop.db.write
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', asha.rowIds.order)
      .executeTakeFirst();
    expect(order).toMatchObject({ customer_id: null, email: asha.email });
    const review = await shop.db.write
      .selectFrom('review')
      .selectAll()
      .where('id', '=', asha.rowIds.review)
      .executeTakeFirst();
    expect(review).toMatchObject({ customer_id: null, name: 'A customer', rating: 4 });
    expect(await readSession(shop, asha.token)).toBeUndefined();
    const mails = await shop.db.write.selectFrom('outbox').select(['to_address', 'kind']).execute();
    expect(mails).toEqual([{ to_address: asha.email, kind: 'account_deleted' }]);
    expect(removedKeys).toContain('face');
    expect(await storedDataOf(shop.db, bela.id)).toEqual(dataOfBela);
  });
});

/** Returns the names of the tables with a row that contains one of the values. */
async function findTablesContaining(db: ShopDatabase, values: readonly string[]): Promise<string[]> {
  const names: string[] = [];
  for (const { name, isView } of await db.write.introspection.getTables()) {
    if (isView || name.startsWith('product_search') || name.startsWith('sqlite')) continue;
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db.write);
    const text = JSON.stringify(rows).toLowerCase();
    if (values.some((value) => text.includes(value.toLowerCase()))) names.push(name);
  }
  return names.sort();
}

/** Returns the tables that refer to a customer's id or email address, or to a row that belongs to a customer. */
async function findTablesWithCustomers(db: ShopDatabase): Promise<string[]> {
  const linkColumns = new Set([
    'customer_id',
    'email',
    ...CUSTOMER_TABLES.flatMap((part) => ('parent' in part ? part.column : [])),
  ]);
  const tables = await db.write.introspection.getTables();
  return tables.filter(({ columns }) => columns.some(({ name }) => linkColumns.has(name))).map(({ name }) => name);
}

async function queueMailTo(
  db: ShopDatabase,
  to: string,
  kind: string,
  headers?: Record<string, string>,
): Promise<void> {
  const content = { heading: 'Heading', lines: ['A line.'] };
  const mail = { to: typedRecipient(to), kind, subject: kind, content, headers, now: Date.now() };
  await transaction(db, (tx) => queueMail(tx, mail));
}
