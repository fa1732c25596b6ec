import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';
import { filteredOrders, searchTerms } from '#lib/sales/orders/list/filter-orders.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { filterChoices, listOrders } from '#lib/sales/orders/list/list-orders.server.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';
import { changeOrder } from '#lib/sales/orders/record/change-order.server.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';
import { queryPlans } from '#support/query-plans.ts';

const START = Date.parse('2026-11-20T06:00:00Z');
const COPY_COUNT = 4_000;

onBothEngines('the list of orders', (open) => {
  async function setUp() {
    const db = await open();
    const add = (n: number, overrides: Parameters<typeof insertOrder>[2] = {}) =>
      insertOrder(db, `o${n}`, {
        number: `TNA-2026-${String(n).padStart(6, '0')}`,
        created_at: START + n * MINUTE_MS,
        ...overrides,
      });
    const listIds = async (query: Record<string, string>) => {
      const { rows } = await listOrders(db, ORDER_QUERY.parse(query));
      return rows.map(({ id }) => id);
    };
    return { db, add, listIds };
  }

  test('shows only open orders by default, oldest first', async () => {
    const { add, listIds } = await setUp();
    await add(1, { order_status: 'delivered' });
    await add(2, { order_status: 'placed' });
    await add(3, { order_status: 'processing' });
    await add(4, { order_status: 'pending', payment_status: 'unpaid' });
    expect(await listIds({})).toEqual(['o2', 'o3']);
    expect(await listIds({ status: 'all' })).toEqual(['o4', 'o3', 'o2', 'o1']);
    expect(await listIds({ status: 'delivered' })).toEqual(['o1']);
    expect(await listIds({ status: 'all', payment: 'unpaid' })).toEqual(['o4']);
    expect(await listIds({ status: 'nonsense', payment: 'x', from: 'y', after: '1; drop' })).toEqual(['o2', 'o3']);
  });

  test('filters by days in Indian time', async () => {
    const { add, listIds } = await setUp();
    await add(1, { created_at: Date.parse('2026-11-20T18:29:59Z') });
    await add(2, { created_at: Date.parse('2026-11-20T18:30:00Z') });
    expect(await listIds({ from: '2026-11-21' })).toEqual(['o2']);
    expect(await listIds({ to: '2026-11-20' })).toEqual(['o1']);
    expect(await listIds({ from: '2026-11-20', to: '2026-11-21' })).toEqual(['o1', 'o2']);
  });

  test.each([
    ['the whole number', 'tna-2026-000012'],
    ['the end of the number', '12'],
    ['the name', 'asha'],
    ['the beginning of a name', 'Ash'],
    ['all words of a name', 'rao asha'],
    ['a name with an accent', 'Âsha'],
    ['the email address', 'ASHA@example.in'],
    ['the mobile number', '98765 43210'],
    ['the mobile number with country code', '+91 98765 43210'],
    ['the last four digits', '3210'],
    ['the pincode', '560001'],
    ['the city', 'bengaluru'],
    ['an SKU', 'kur-ind-m'],
    ['the tracking number', 'AWB123456'],
    ['the amount', '₹1,299'],
  ])('finds an order by %s', async (_description, search) => {
    const { db, add, listIds } = await setUp();
    await add(12, {
      email: 'asha@example.in',
      mobile: '9876543210',
      tracking_number: 'AWB123456',
      total_paise: 129_900,
      address: { name: 'Asha Rao', city: 'Bengaluru', pincode: '560001', state: 'Karnataka', mobile: '9876543210' },
      skus: ['KUR-IND-M'],
      order_status: 'shipped',
    });
    await add(99, { address: { name: 'Bela Shah', city: 'Surat', pincode: '395003', state: 'Gujarat' } });
    await indexOrders(db);
    expect(await listIds({ search })).toEqual(['o12']);
  });

  test('finds nothing for a single letter, and reports whether all orders are indexed', async () => {
    const { db, add, listIds } = await setUp();
    await add(1);
    expect((await listOrders(db, ORDER_QUERY.parse({ search: 'asha' }))).isIndexComplete).toBe(false);
    expect(await indexOrders(db)).toBe(1);
    expect((await listOrders(db, ORDER_QUERY.parse({ search: 'asha' }))).isIndexComplete).toBe(true);
    expect(await listIds({ search: 'x' })).toEqual([]);
  });

  test('finds an order by its new tracking number but no longer by the old one', async () => {
    const { db, add, listIds } = await setUp();
    await add(1, { tracking_number: 'OLD-111', order_status: 'shipped' });
    await indexOrders(db);
    await transaction(db, (tx) => changeOrder(tx, 'o1', {}, { tracking_number: 'NEW-222', updated_at: START }));
    await indexOrders(db);
    expect(await listIds({ search: 'new-222' })).toEqual(['o1']);
    expect(await listIds({ search: 'old-111' })).toEqual([]);
  });

  const CHENNAI = { city: 'Chennai', pincode: '600001', state: 'Tamil Nadu' };
  const SRINAGAR = { city: 'Srinagar', pincode: '190001', state: 'Jammu and Kashmir' };

  test('filters by state, delivery zone and courier, and offers only values that occur', async () => {
    const { db, add, listIds } = await setUp();
    await add(1, { address: CHENNAI, carrier: 'Delhivery', order_status: 'shipped' });
    await add(2, { address: SRINAGAR, carrier: 'DTDC', order_status: 'shipped' });
    await add(3, { address: CHENNAI });
    await indexOrders(db);
    const { carriers, ...choices } = await filterChoices(db);
    expect(choices).toEqual({ states: ['Jammu and Kashmir', 'Tamil Nadu'], zones: ['Far places', 'South India'] });
    expect(carriers.toSorted()).toEqual(['DTDC', 'Delhivery']);
    expect(await listIds({ status: 'all', state: 'Tamil Nadu' })).toEqual(['o3', 'o1']);
    expect(await listIds({ status: 'all', zone: 'Far places' })).toEqual(['o2']);
    expect(await listIds({ status: 'all', carrier: 'Delhivery' })).toEqual(['o1']);
    expect(await listIds({ zone: 'South India' })).toEqual(['o3']);
  });

  test('finds an order by the zone of its corrected address', async () => {
    const { db, add, listIds } = await setUp();
    await add(1, { address: CHENNAI });
    await indexOrders(db);
    const address_json = JSON.stringify({ name: 'Asha Rao', ...SRINAGAR });
    await transaction(db, (tx) => changeOrder(tx, 'o1', {}, { address_json, updated_at: START }));
    await indexOrders(db);
    expect(await listIds({ zone: 'South India' })).toEqual([]);
    expect(await listIds({ zone: 'Far places', state: 'Jammu and Kashmir' })).toEqual(['o1']);
  });

  test('reindexes orders that an earlier version indexed', async () => {
    const { db, add, listIds } = await setUp();
    await add(1, { address: CHENNAI, searchable: 1 });
    expect((await listOrders(db, ORDER_QUERY.parse({ zone: 'South India' }))).isIndexComplete).toBe(false);
    expect(await indexOrders(db)).toBe(1);
    expect(await listIds({ zone: 'South India' })).toEqual(['o1']);
  });

  test('filters by unconfirmed cash orders, orders to confirm, and cash not received yet', async () => {
    const { add, listIds } = await setUp();
    await add(1, { awaits_confirmation: 1 });
    await add(2, { payment_status: 'paid', payment_method: 'test' });
    await add(3, { order_status: 'processing' });
    await add(4, { order_status: 'delivered', payment_status: 'paid', cash_due: 1 });
    await add(5, { order_status: 'delivered', payment_status: 'paid', cash_remitted_at: START });
    expect(await listIds({ status: 'cod_unconfirmed' })).toEqual(['o1']);
    expect(await listIds({ status: 'to_confirm' })).toEqual(['o2']);
    expect(await listIds({ status: 'cash_due' })).toEqual(['o4']);
  });

  test('sorts by amount across pages, forwards and backwards, even if amounts are equal', async () => {
    const { db, add } = await setUp();
    for (let n = 1; n <= 120; n++) await add(n, { total_paise: 100_000 + (n % 9) * 100 });
    const listPage = (query: Record<string, string>) =>
      listOrders(db, ORDER_QUERY.parse({ status: 'all', sort: 'highest', ...query }));
    const firstPage = await listPage({});
    const secondPage = await listPage({ after: firstPage.next ?? '' });
    const thirdPage = await listPage({ after: secondPage.next ?? '' });
    const allRows = [firstPage, secondPage, thirdPage].flatMap(({ rows }) => rows);
    expect(new Set(allRows.map(({ id }) => id)).size).toBe(120);
    expect(allRows.map(({ total_paise }) => total_paise)).toEqual(
      allRows.map(({ total_paise }) => total_paise).toSorted((a, b) => b - a),
    );
    expect([firstPage.previous, thirdPage.next]).toEqual([undefined, undefined]);
    expect(await listPage({ before: thirdPage.previous ?? '' })).toEqual(secondPage);
    expect(await listPage({ before: secondPage.previous ?? '' })).toEqual(firstPage);
    const lowestPage = await listPage({ sort: 'lowest' });
    expect(lowestPage.rows.map(({ id }) => id)).toEqual(
      allRows
        .map(({ id }) => id)
        .toReversed()
        .slice(0, 50),
    );
  });

  test('shows the first page instead of a previous page that is not full', async () => {
    const { db, add } = await setUp();
    for (let n = 1; n <= 60; n++) await add(n);
    const listPage = (query: Record<string, string>) => listOrders(db, ORDER_QUERY.parse({ status: 'all', ...query }));
    const firstPage = await listPage({});
    const fifthRow = firstPage.rows[4];
    const previousPage = await listPage({ before: `${fifthRow?.created_at}.${fifthRow?.id}` });
    expect(previousPage).toEqual(firstPage);
  });

  test('shows each order exactly once, page by page, while new orders are placed', async () => {
    const { db, add } = await setUp();
    // Some orders have the same time.
    for (let n = 1; n <= 120; n++) await add(n, { created_at: START + Math.floor(n / 7) * MINUTE_MS });
    const seenIds: string[] = [];
    for (let after: string | undefined, page = 1; page <= 3; page++) {
      const { rows, next } = await listOrders(db, ORDER_QUERY.parse({ status: 'all', ...(after ? { after } : {}) }));
      seenIds.push(...rows.map(({ id }) => id));
      after = next;
      await add(1000 + page, { created_at: START + 100 * MINUTE_MS });
    }
    expect(seenIds).toHaveLength(120);
    expect(new Set(seenIds).size).toBe(120);
  });

  test('scans neither all orders nor all search terms', async () => {
    const { db, add } = await setUp();
    await add(0);
    const { id: _, ...order } = await db.write.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    const copies = Array.from({ length: COPY_COUNT }, (_, n) => ({
      ...order,
      id: `copy-${n}`,
      number: `TNA-2025-${String(n).padStart(6, '0')}`,
      mobile: String(9_000_000_000 + n),
      order_status: n % 1_000 === 0 ? ('placed' as const) : ('delivered' as const),
      payment_status: n % 1_000 === 1 ? ('refund_due' as const) : ('paid' as const),
      address_json: n % 1_000 === 2 ? JSON.stringify(CHENNAI) : order.address_json,
      carrier: n % 1_000 === 3 ? 'DTDC' : null,
      cash_due: n % 1_000 === 4 ? 1 : 0,
      created_at: START + n * MINUTE_MS,
    }));
    for (let from = 0; from < COPY_COUNT; from += 500)
      await db.write
        .insertInto('orders')
        .values(copies.slice(from, from + 500))
        .execute();
    await indexOrders(db);
    await sql`analyze`.execute(db.write);
    const queries = [
      {},
      { status: 'delivered' },
      { status: 'all' },
      { status: 'all', payment: 'refund_due' },
      { status: 'all', from: '2026-11-20', to: '2026-11-20' },
      { status: 'all', sort: 'highest' },
      { sort: 'lowest' },
      { status: 'delivered', sort: 'highest' },
      { status: 'all', sort: 'highest', after: '99000.copy-2000' },
      { status: 'all', sort: 'newest', before: `${START + 2_000 * MINUTE_MS}.copy-2000` },
      { status: 'cod_unconfirmed' },
      { status: 'cash_due' },
      { status: 'cash_due', sort: 'highest' },
      { status: 'all', state: 'Tamil Nadu' },
      { status: 'all', zone: 'South India' },
      { status: 'all', zone: 'South India', sort: 'highest' },
      { status: 'all', carrier: 'DTDC' },
      { zone: 'South India', carrier: 'DTDC', payment: 'paid' },
      { search: '9000000042' },
      { search: 'TNA-2025-000042', status: 'all' },
      { search: 'test buyer', sort: 'newest' },
      { search: 'asha rao', state: 'Tamil Nadu' },
    ];
    const plan = await queryPlans(db, async (recorded) => {
      for (const query of queries) await listOrders(recorded, ORDER_QUERY.parse(query));
      await filterChoices(recorded);
    });
    expect(plan).not.toMatch(/SCAN orders"|Seq Scan on orders|Seq Scan on order_term|SCAN order_term"/);
  });

  test('shows search results page by page, with and without a filter', async () => {
    const { db, add } = await setUp();
    for (let n = 1; n <= 120; n++) await add(n, { created_at: START + Math.floor(n / 7) * MINUTE_MS });
    await add(121, { address: { name: 'Nobody Else' } });
    await indexOrders(db);
    const listPage = (query: object) => listOrders(db, ORDER_QUERY.parse({ search: 'test buyer', ...query }));
    for (const filter of [{ sort: 'newest' }, { sort: 'oldest' }, { sort: 'newest', payment: 'cod' }]) {
      const firstPage = await listPage(filter);
      const secondPage = await listPage({ ...filter, after: firstPage.next });
      const thirdPage = await listPage({ ...filter, after: secondPage.next });
      expect([firstPage, secondPage, thirdPage].map(({ rows }) => rows.length)).toEqual([50, 50, 20]);
      expect(new Set([firstPage, secondPage, thirdPage].flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(
        120,
      );
      expect(thirdPage.next).toBeUndefined();
      expect(await listPage({ ...filter, before: secondPage.previous })).toEqual(firstPage);
    }
    expect((await listPage({ search: 'test nobody' })).rows).toEqual([]);
  });

  test('fills pages with orders that contain both words, however far down the list they are', async () => {
    const { db, add } = await setUp();
    // The newest 420 orders have only one of the words each. The oldest 55 orders have both words.
    for (let n = 1; n <= 475; n++)
      await add(n, { address: { name: n <= 265 ? 'Asha' : 'Ravi', city: n <= 55 || n > 265 ? 'Kochi' : 'Pune' } });
    await indexOrders(db);
    const listPage = (query: object) => listOrders(db, ORDER_QUERY.parse({ search: 'asha kochi', ...query }));
    const newestPage = await listPage({ sort: 'newest' });
    expect(newestPage.rows.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => `o${55 - n}`));
    const lastPage = await listPage({ sort: 'newest', after: newestPage.next });
    expect(lastPage.rows.map(({ id }) => id)).toEqual(['o5', 'o4', 'o3', 'o2', 'o1']);
    expect(lastPage.next).toBeUndefined();
    expect((await listPage({ sort: 'oldest' })).rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 50 }, (_, n) => `o${n + 1}`),
    );
  });

  test('finds the same orders whether words are treated as common or rare', async () => {
    const { db, add } = await setUp();
    for (let n = 1; n <= 4; n++) await add(n, { address: { name: n <= 2 ? 'Test Person' : 'Test Buyer' } });
    await indexOrders(db);
    const query = ORDER_QUERY.parse({ search: 'person test', status: 'all' });
    const { terms } = await searchTerms(db, query.search);
    const listIds = async (areCommon: boolean) => {
      const foundOrders = filteredOrders(db.read.selectFrom('orders').select('id'), query, { terms, areCommon });
      return (await foundOrders.orderBy('id').execute()).map(({ id }) => id);
    };
    expect(terms).toEqual(['test', 'person']);
    expect(await listIds(true)).toEqual(['o1', 'o2']);
    expect(await listIds(false)).toEqual(['o1', 'o2']);
  });
});
