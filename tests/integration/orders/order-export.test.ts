import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import { exportOrders } from '#lib/sales/orders/list/export-orders.server.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';

const START = Date.parse('2026-11-20T06:00:00Z');
const ORDER_COUNT = 220;
const PLACED_COUNT = 10;
const ANAND = { kind: 'staff' as const, id: 's2', name: 'Anand', origin: '203.0.113.7, Firefox on Linux' };

onBothEngines('the export of orders', (open) => {
  async function setUp() {
    const db = await open();
    for (let n = 0; n < ORDER_COUNT; n++)
      await insertOrder(db, `o${String(n).padStart(3, '0')}`, {
        created_at: START + Math.floor(n / 7) * 60_000,
        order_status: n < PLACED_COUNT ? 'placed' : 'delivered',
        skus: ['KUR-M', 'SAR-1'],
      });
    const startExport = (query: Record<string, string>, filters = '') =>
      runAs(ANAND, () => exportOrders({ db, now: () => START }, ORDER_QUERY.parse(query), filters));
    const readAuditEntries = async () =>
      (await readAudit(db)).entries
        .toReversed()
        .map(({ action, actor, changes }) => [action, actor, ...changes.map(({ after }) => after)]);
    return { startExport, readAuditEntries };
  }

  test('contains each listed order exactly once, in the sequence of the list, and is recorded in the audit log', async () => {
    const { startExport, readAuditEntries } = await setUp();
    const chunks = await startExport({ status: 'delivered' }, 'status=delivered');
    expect(await readAuditEntries()).toEqual([['export orders', 'Anand', 'status=delivered']]);
    let text = '';
    for await (const chunk of chunks) text += chunk;
    const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
    const deliveredIds = Array.from(
      { length: ORDER_COUNT - PLACED_COUNT },
      (_, n) => `o${String(n + PLACED_COUNT).padStart(3, '0')}`,
    );
    expect(rows.map(({ Number: number }) => number)).toEqual(deliveredIds.toReversed());
    expect(rows[0]).toMatchObject({
      Status: 'Delivered',
      City: 'Pune',
      Items: '1 × Kurta (M) [KUR-M]; 1 × Kurta (M) [SAR-1]',
    });
    expect(await readAuditEntries()).toEqual([
      ['export orders', 'Anand', 'status=delivered'],
      ['orders exported', 'Anand', 'status=delivered', '210', 'true'],
    ]);
  });

  test('is recorded even if the client disconnects, with the number of orders that were sent', async () => {
    const { startExport, readAuditEntries } = await setUp();
    const chunks = await startExport({ status: 'all' }, 'status=all');
    await chunks.next();
    await chunks.next();
    await chunks.return(undefined);
    expect((await readAuditEntries()).at(-1)).toEqual(['orders exported', 'Anand', 'status=all', '200', 'false']);
  });
});
