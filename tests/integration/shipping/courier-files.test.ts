import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runBulkAction } from '#lib/sales/orders/admin/bulk-actions.server.ts';
import { createTrackingBulkAction } from '#lib/sales/shipping/courier-files/create-tracking-bulk-action.server.ts';
import { exportCourierFile } from '#lib/sales/shipping/courier-files/export-courier-file.server.ts';
import { readTrackingPlan } from '#lib/sales/shipping/courier-files/read-tracking-plan.server.ts';
import { onBothEngines } from '#support/database.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { insertOrder } from '#support/order-row.ts';
import { temporaryDir } from '#support/shop-process.ts';

onBothEngines('files for couriers', (open) => {
  async function setUp() {
    const db = await open();
    const { shop } = orderFixture(db);
    const tax = { rateBp: 0, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 };
    const delivery_tax_json = JSON.stringify(tax);
    await insertOrder(db, 'o1', { number: 'TA-2026-000001', order_status: 'processing', delivery_tax_json });
    await insertOrder(db, 'o2', { number: 'TA-2026-000002', order_status: 'shipped', delivery_tax_json });
    const tempDir = temporaryDir('courier-file');
    onTestFinished(tempDir.remove);
    const planFromCsv = (text: string, carrier = 'India Post') => {
      const path = join(tempDir.dir, 'file.csv');
      writeFileSync(path, text);
      return createTrackingBulkAction(shop, path, carrier, 'all');
    };
    const readOrders = () => db.write.selectFrom('orders').selectAll().orderBy('number').execute();
    return { db, shop, planFromCsv, readOrders };
  }

  test('the exported file contains the orders that can be sent; the audit log records the export', async () => {
    const { db, shop } = await setUp();
    let text = '';
    for await (const chunk of await exportCourierFile(shop, ['o1', 'o2'], 'all')) text += chunk;
    expect(text.split('\r\n')).toHaveLength(3);
    expect(text).toContain(
      'TA-2026-000001,Test Buyer,9000000000,"1, Street",Pune,Maharashtra,411001,1000,1000,500,Kurta (M)',
    );
    const auditEntries = db.write.selectFrom('audit_entry').select('action').where('record_kind', '=', 'export');
    expect((await auditEntries.execute()).map(({ action }) => action)).toEqual([
      'export orders for a courier',
      'orders for a courier exported',
    ]);
  });

  test('the courier’s file is previewed before it changes anything; then the orders in it are shipped', async () => {
    const { db, shop, planFromCsv, readOrders } = await setUp();
    const ordersBefore = await readOrders();
    const id = await planFromCsv('Order,AWB\r\nTA-2026-000001,EK1\r\nTA-2026-000002,EK2\r\n');
    expect(await readOrders()).toEqual(ordersBefore);
    expect(await readTrackingPlan(db, id, 'all')).toMatchObject({
      ...{ carrier: 'India Post', possibleCount: 1, isStarted: false },
      rows: [
        { number: 'TA-2026-000001', trackingNumber: 'EK1', refusal: undefined },
        {
          number: 'TA-2026-000002',
          trackingNumber: 'EK2',
          refusal: "An order that is shipped can't be changed to “Shipped”.",
        },
      ],
    });
    await runBulkAction(shop, id);
    expect(await readOrders()).toMatchObject([
      { order_status: 'shipped', carrier: 'India Post', tracking_number: 'EK1' },
      { order_status: 'shipped', carrier: null, tracking_number: null },
    ]);
    expect((await readTrackingPlan(db, id, 'all')).isStarted).toBe(true);
  });

  test('a file with an unknown order is rejected, and nothing is stored', async () => {
    const { db, planFromCsv } = await setUp();
    await expect(planFromCsv('Order,AWB\nTA-2026-000001,EK1\nTA-2026-000009,EK2\n')).rejects.toMatchObject({
      code: 'invalid',
      message: 'Line 3: there is no order TA-2026-000009. Nothing was saved.',
    });
    expect(await db.write.selectFrom('bulk_action').selectAll().execute()).toEqual([]);
  });
});
