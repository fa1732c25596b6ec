import { pino } from 'pino';
import { expect, test } from 'vitest';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import {
  exportCustomerData,
  readCustomer,
  readCustomerDetails,
} from '#lib/sales/account/admin/customer-details.server.ts';
import { CUSTOMER_QUERY } from '#lib/sales/account/admin/customer-query.schema.ts';
import { exportCustomers } from '#lib/sales/account/admin/export-customers.server.ts';
import { CUSTOMERS_PER_PAGE, listCustomers } from '#lib/sales/account/admin/list-customers.server.ts';
import { deleteAccount } from '#lib/sales/account/delete-account.server.ts';
import { addCustomer } from '#support/customers.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';
import { queryPlans } from '#support/query-plans.ts';

const OWNER = { kind: 'staff' as const, id: 's1', name: 'Priya', origin: 'a test' };
const NOW = Date.parse('2026-11-27T06:00:00Z');

onBothEngines('the admin’s customer pages', (open) => {
  async function setUp() {
    const db = await open();
    const asha = await addCustomer(db, 'Asha Rao');
    const bela = await addCustomer(db, 'Bela D’Souza');
    await db.write.updateTable('customer').set({ mobile: '9000012345' }).where('id', '=', bela.id).execute();
    const customer = { customer_id: asha.id, created_at: NOW };
    await insertOrder(db, 'o1', { ...customer, total_paise: 50_000, order_status: 'delivered' });
    await insertOrder(db, 'o2', { ...customer, total_paise: 20_050, created_at: NOW + 5 });
    await insertOrder(db, 'o3', { ...customer, total_paise: 70_000, order_status: 'cancelled' });
    await addCredit(db, 'o1', 10_000);
    const files = { remove: async () => undefined } as never;
    return { db, asha, bela, shop: { db, files, log: pino({ enabled: false }), now: () => NOW } };
  }

  function addCredit(db: ShopDatabase, orderId: string, paise: number) {
    const sums = { delivery_paise: 0, delivery_tax_json: '{}', tax_paise: 0, total_paise: paise, owed_paise: paise };
    const note = { note_number: null, note_at: null, created_at: NOW };
    return db.write
      .insertInto('order_credit')
      .values({ id: `credit ${orderId}`, order_id: orderId, kind: 'refund', reason: '', ...sums, ...note })
      .execute();
  }

  const listNames = async (db: ShopDatabase, query: object) =>
    (await listCustomers(db, CUSTOMER_QUERY.parse(query))).rows.map(({ name }) => name).sort();

  test('find customers by name, email, mobile number, and whether they have orders', async () => {
    const { db, bela } = await setUp();
    expect(await listNames(db, {})).toEqual(['Asha Rao', 'Bela D’Souza']);
    expect(await listNames(db, { search: 'rao ASHA' })).toEqual(['Asha Rao']);
    expect(await listNames(db, { search: bela.email.toUpperCase() })).toEqual(['Bela D’Souza']);
    for (const search of ['12345', '90000 12345', '+91 9000012345'])
      expect(await listNames(db, { search })).toEqual(['Bela D’Souza']);
    for (const search of ['nobody', 'a%a', 'Rao_', 'A\\sha']) expect(await listNames(db, { search })).toEqual([]);
    expect(await listNames(db, { orders: 'some' })).toEqual(['Asha Rao']);
    expect(await listNames(db, { orders: 'none' })).toEqual(['Bela D’Souza']);
  });

  test('show totals without cancelled orders and after credits, and record who read a customer’s details', async () => {
    const { db, asha, shop } = await setUp();
    const { rows } = await listCustomers(db, CUSTOMER_QUERY.parse({ search: 'asha' }));
    expect(rows).toMatchObject([{ orderCount: 2, totalPaise: 60_050, lastOrderAt: NOW + 5 }]);
    const details = await runAs(OWNER, () => readCustomerDetails(shop, asha.id));
    expect(details).toMatchObject({
      totals: { orderCount: 2, totalPaise: 60_050 },
      subscribedAt: null,
      awaitedItemCount: 0,
      sessionCount: 1,
    });
    const { entries } = await readAudit(db, { record: { kind: 'customer', id: asha.id } });
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([['read customer', 'Priya']]);
    await expect(readCustomerDetails(shop, 'unknown')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('show many customers page by page, and on SQLite search only one index', async () => {
    const { db } = await setUp();
    const customers = Array.from({ length: CUSTOMERS_PER_PAGE + 10 }, (_, index) => ({
      ...{ id: `c${index}`, email: `c${index}@example.in`, name: `Customer ${index}`, mobile: '' },
      ...{ created_at: index, updated_at: index },
    }));
    await db.write.insertInto('customer').values(customers).execute();
    const firstPage = await listCustomers(db, CUSTOMER_QUERY.parse({ sort: 'oldest' }));
    const secondPage = await listCustomers(db, CUSTOMER_QUERY.parse({ sort: 'oldest', after: firstPage.next }));
    expect([...firstPage.rows, ...secondPage.rows].map(({ id }) => id).slice(0, customers.length)).toEqual(
      customers.map(({ id }) => id),
    );
    expect(secondPage.next).toBeUndefined();
    const plan = await queryPlans(db, (watched) => listCustomers(watched, CUSTOMER_QUERY.parse({ search: 'asha' })));
    if (db.engine === 'sqlite') expect(plan).toContain('customer USING COVERING INDEX customer_by_time');
  });

  test('export customers as CSV, which the audit log records', async () => {
    const { db, shop } = await setUp();
    await db.write.updateTable('customer').set({ name: '=HYPERLINK("x")' }).where('name', '=', 'Asha Rao').execute();
    let csv = '';
    const chunks = await runAs(OWNER, () =>
      exportCustomers(shop, CUSTOMER_QUERY.parse({ orders: 'some' }), 'orders=some'),
    );
    for await (const chunk of chunks) csv += chunk;
    expect(csv.split('\r\n')).toEqual([
      '\u{FEFF}Name,Email,Mobile,Account since,Orders,Total,Last order',
      expect.stringMatching(/^"'=HYPERLINK\(""x""\)",\S+@example.in,9876543210,[\d-]+ [\d:]+,2,600\.50,[\d-]+ [\d:]+$/),
      '',
    ]);
    const { entries } = await readAudit(db);
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['customers exported', 'Priya'],
      ['export customers', 'Priya'],
    ]);
  });

  test('erase a customer only after their email was entered, with an audit entry and an email', async () => {
    const { db, asha, shop } = await setUp();
    const customer = await readCustomer(shop, asha.id);
    const data = await runAs(OWNER, () => exportCustomerData(shop, asha.id));
    expect(data.orders).toHaveLength(3);
    await expect(runAs(OWNER, () => deleteAccount(shop, 'other@example.in', customer, 'staff'))).rejects.toMatchObject({
      code: 'invalid',
      fields: { email: expect.any(String) },
    });
    expect(await readCustomer(shop, asha.id)).toEqual(customer);
    await runAs(OWNER, () => deleteAccount(shop, ` ${asha.email.toUpperCase()} `, customer, 'staff'));
    await expect(readCustomer(shop, asha.id)).rejects.toMatchObject({ code: 'not_found' });
    const orders = await db.write.selectFrom('orders').select(['customer_id', 'mailbox']).execute();
    expect(orders).toEqual(Array(3).fill({ customer_id: null, mailbox: null }));
    const { entries } = await readAudit(db, { record: { kind: 'customer', id: asha.id } });
    expect(entries.map(({ action }) => action)).toEqual(['erase customer', 'export customer']);
    const mail = await db.write.selectFrom('outbox').select(['to_address', 'text']).executeTakeFirstOrThrow();
    expect(mail.to_address).toBe(asha.email);
    expect(mail.text).toContain('If you did not ask us to delete it');
  });
});
