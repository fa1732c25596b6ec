import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { customerActivity } from '#lib/admin/inbox/customer-activity.server.ts';
import { INBOX_KINDS, type InboxScope, inboxScopeOf } from '#lib/admin/inbox/inbox.ts';
import { INBOX_QUERY } from '#lib/admin/inbox/inbox-query.schema.ts';
import { INBOX_PAGE_SIZE, listInbox } from '#lib/admin/inbox/list-inbox.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { onBothEngines } from '#support/database.ts';
import { fillInbox, inboxFixture } from '#support/inbox-rows.ts';
import { queryPlans } from '#support/query-plans.ts';

const FULL_SCOPE: InboxScope = { kinds: INBOX_KINDS, includesEnded: true };

onBothEngines('the inbox', (open) => {
  async function setUp() {
    const db = await open();
    const add = await inboxFixture(db);
    const listIds = async (query: Record<string, string>, scope = FULL_SCOPE) =>
      (await listInbox(db, INBOX_QUERY.parse(query), scope)).rows.map(({ id }) => id);
    return { db, add, listIds };
  }

  test('shows open rows, oldest first', async () => {
    const { db, add } = await setUp();
    await add.review('r1', { at: 4 });
    await add.message('m1', { at: 3 });
    await add.exchange('e1', { at: 2, custom_reason: 'Too long' });
    await add.ticket('t1', { at: 1, subject: 'Late parcel' });
    await add.ticket('t2', { at: 5, state: 'answered' });
    await add.message('m2', { at: 6, state: 'closed' });
    await add.exchange('e2', { at: 7, state: 'approved' });
    await add.exchange('e3', { at: 8, state: 'received' });
    await add.exchange('e4', { at: 9, state: 'received', shipped_at: 9 });
    await add.review('r2', { at: 10, unseen: 0 });
    const { rows } = await listInbox(db, INBOX_QUERY.parse({}), FULL_SCOPE);
    expect(
      rows.map(({ kind, customerName, subject, state, href }) => [kind, customerName, subject, state, href]),
    ).toEqual([
      ['ticket', 'Asha Rao', 'Late parcel', 'Open', '/admin/inbox/tickets/T-T1'],
      ['exchange', 'Test Buyer', 'Oe1: Too long', 'Requested', '/admin/inbox/exchanges/e1'],
      ['message', 'Bala Iyer', 'When do you open?', 'New', '/admin/inbox/messages/m1'],
      ['review', 'Asha Rao', '4/5, Test Scarf: Soft.', 'New', '/admin/inbox/reviews/r1'],
      ['exchange', 'Test Buyer', 'Oe3', 'To send', '/admin/inbox/exchanges/e3'],
    ]);
    expect(rows.every(({ isOpen }) => isOpen)).toBe(true);
  });

  test('filters by kind and state', async () => {
    const { add, listIds } = await setUp();
    await add.ticket('t1', { at: 1 });
    await add.ticket('t2', { at: 2, state: 'closed' });
    await add.message('m1', { at: 3, state: 'answered' });
    await add.exchange('e1', { at: 4, state: 'declined' });
    expect(await listIds({ kind: 'ticket' })).toEqual(['t1']);
    expect(await listIds({ kind: 'ticket', state: 'all' })).toEqual(['t2', 't1']);
    expect(await listIds({ state: 'closed' })).toEqual(['e1', 'm1', 't2']);
    expect(await listIds({ state: 'closed', sort: 'oldest' })).toEqual(['t2', 'm1', 'e1']);
    expect(await listIds({ state: 'x', kind: 'y', after: '1; drop' })).toEqual(['t1']);
  });

  test('shows packers only exchanges that have not ended', async () => {
    const { add, listIds } = await setUp();
    await add.ticket('t1', { at: 1 });
    for (const [n, state] of (['requested', 'approved', 'received', 'declined', 'expired'] as const).entries())
      await add.exchange(state, { at: n, state });
    await add.exchange('shipped', { at: 9, state: 'received', shipped_at: 9 });
    const packer = inboxScopeOf('packer');
    expect(await listIds({}, packer)).toEqual(['requested', 'received']);
    expect(await listIds({ state: 'all' }, packer)).toEqual(['received', 'approved', 'requested']);
    expect(await listIds({ search: 'buyer' }, packer)).toEqual([]);
    expect(await listIds({ kind: 'ticket' }, packer)).toEqual([]);
  });

  test.each([
    ['the beginning of a name', 'ASHA', ['t1', 'r1']],
    ['the beginning of an email address', 'asha@', ['t1', 'r1']],
    ['a ticket number', 't-T1', ['t1']],
    ['the beginning of a subject', 'late par', ['t1']],
    ['an order number in a subject', 'TNA-2026-000077', ['t2']],
    ['the name in a message', 'bala', ['m1']],
    ['the email address in a message', 'Bala@Example', ['m1']],
    ['an order number', 'oe1', ['e1']],
    ['the last word of the name in an order’s address', 'buyer', ['e1']],
    ['the mobile number of one of the customer’s orders', '98765 11111', ['t1', 'r1']],
    ['text that is too short', 'a', []],
    ['text that matches nothing', 'zzz', []],
  ])('can be searched by %s', async (_description, search, expectedIds) => {
    const { db, add, listIds } = await setUp();
    await add.ticket('t1', { at: 1, subject: 'Late parcel' });
    await add.ticket('t2', { at: 2, subject: 'Order TNA-2026-000077', customer: 'other' });
    await add.message('m1', { at: 3 });
    await add.exchange('e1', { at: 4 });
    await add.review('r1', { at: 5, unseen: 0 });
    await add.order('o9', {
      customer_id: 'asha',
      mobile: '9876511111',
      email: 'o9@example.in',
      address: { name: 'Asha Rao' },
    });
    await indexOrders(db);
    expect(await listIds({ search })).toEqual(expectedIds);
  });

  test('shows each row exactly once, page by page, forwards and backwards', async () => {
    const { db, add } = await setUp();
    for (let n = 0; n < 30; n++) {
      const at = 100 + Math.floor(n / 4);
      await add.ticket(`t${n}`, { at });
      await add.message(`m${n}`, { at });
      await add.exchange(`e${n}`, { at });
      await add.review(`r${n}`, { at });
    }
    const listPage = (query: Record<string, string>) => listInbox(db, INBOX_QUERY.parse(query), FULL_SCOPE);
    const firstPage = await listPage({});
    const secondPage = await listPage({ after: firstPage.next ?? '' });
    const thirdPage = await listPage({ after: secondPage.next ?? '' });
    const allRows = [firstPage, secondPage, thirdPage].flatMap(({ rows }) => rows);
    expect(firstPage.rows).toHaveLength(INBOX_PAGE_SIZE);
    expect(new Set(allRows.map(({ id }) => id)).size).toBe(120);
    expect(allRows.map(({ at }) => at)).toEqual(allRows.map(({ at }) => at).toSorted((a, b) => a - b));
    expect([firstPage.previous, thirdPage.next]).toEqual([undefined, undefined]);
    expect(await listPage({ before: thirdPage.previous ?? '' })).toEqual(secondPage);
    expect(await listPage({ before: secondPage.previous ?? '' })).toEqual(firstPage);
  });

  test('never scans a whole table, and neither does the search for a customer’s activity', async () => {
    const { db } = await setUp();
    await fillInbox(db, 12_000);
    await indexOrders(db);
    await sql`analyze`.execute(db.write);
    const lists = [
      {},
      { state: 'all' },
      { state: 'closed' },
      { kind: 'review', state: 'all', sort: 'oldest' },
      { state: 'all', after: '2000.t2000' },
      { state: 'all', before: '2000.t2000' },
      { search: 'asha 1234' },
      { search: 'c1234@example.in' },
      { search: 'T-T1234' },
      { search: 'OE1234' },
    ];
    const plan = await queryPlans(db, async (recorded) => {
      for (const query of lists) await listInbox(recorded, INBOX_QUERY.parse(query), FULL_SCOPE);
      await customerActivity(recorded, { customerId: null, email: 'c1234@example.in', excludedRecordId: '' });
    });
    const tables = 'ticket|exchange|contact_message|review|customer|orders|order_term';
    expect(plan).not.toMatch(new RegExp(`SCAN (${tables})"|Seq Scan on (${tables})\\b`));
  });
});
