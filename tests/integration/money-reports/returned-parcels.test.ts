import { expect, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { ReturnReason } from '#lib/platform/db/tables/orders.ts';
import { PARCEL_VIEWS, type ParcelView } from '#lib/sales/money-reports/money-query.schema.ts';
import { monthOf } from '#lib/sales/money-reports/month.ts';
import { listReturnedParcels, parcelSums, returnedParcels } from '#lib/sales/money-reports/returned-parcels.server.ts';
import { parcelTable } from '#lib/sales/money-reports/returned-parcels.ts';
import { returnedParcelsCsv } from '#lib/sales/money-reports/returned-parcels-csv.server.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';
import { textOfChunks } from '#support/text-of-chunks.ts';

const MONTH = monthOf('2026-10');
const PUNE = { pincode: '411001', city: 'Pune' };
const KOCHI = { pincode: '682001', city: 'Kochi' };

type OrderOverrides = NonNullable<Parameters<typeof insertOrder>[2]>;

async function addCredit(db: ShopDatabase, id: string, returnReason: ReturnReason | null, costPaise: number | null) {
  const tax = '{"rateBp":0,"taxablePaise":0,"cgstPaise":0,"sgstPaise":0,"igstPaise":0}';
  await db.write
    .insertInto('order_credit')
    .values({
      ...{ id: `credit of ${id}`, order_id: id, kind: 'refused', reason: 'It came back', return_reason: returnReason },
      ...{ return_cost_paise: costPaise, delivery_paise: 0, delivery_tax_json: tax, tax_paise: 0 },
      ...{ total_paise: 100_000, owed_paise: 0, note_number: null, note_at: null, created_at: MONTH.to + 1 },
    })
    .execute();
}

onBothEngines('a month’s returned parcels', (open) => {
  async function setUpOctober() {
    const db = await open();
    const ship = (id: string, overrides: OrderOverrides) =>
      insertOrder(db, id, {
        ...{ invoice_number: `TA/${id}`, invoice_at: MONTH.from + 1, carrier: 'Delhivery', email: 'asha@example.in' },
        ...{ order_status: 'delivered', payment_status: 'paid', delivered_at: MONTH.from + 2, address: PUNE },
        ...overrides,
      });
    const shipAndReturn = async (
      id: string,
      returnReason: ReturnReason | null,
      costPaise: number | null,
      overrides: OrderOverrides = {},
    ) => {
      await ship(id, { order_status: 'returned', payment_status: 'failed', delivered_at: null, ...overrides });
      await addCredit(db, id, returnReason, costPaise);
    };
    await ship('o1', { skus: ['A', 'B'] });
    await ship('o2', { email: '', mobile: '9111111111', address: KOCHI, carrier: 'DTDC' });
    await shipAndReturn('o3', 'refused', 15_000, { skus: ['A', 'B'] });
    await shipAndReturn('o4', 'not_reachable', 9_000, { address: KOCHI, email: '', mobile: '9111111111' });
    await shipAndReturn('o5', 'refused', null, { invoice_at: MONTH.from + 5, carrier: null });
    await shipAndReturn('o6', null, null, { payment_method: 'razorpay', payment_status: 'refunded' });
    await ship('o7', { payment_method: 'razorpay' });
    // These are not parcels of the month: o8 is in the next month, o9 was collected, and o10 was not shipped.
    await shipAndReturn('o8', 'refused', 1, { invoice_at: MONTH.to });
    await ship('o9', { collected: 1 });
    await ship('o10', { invoice_number: null, invoice_at: null, order_status: 'placed', delivered_at: null });
    return db;
  }

  test('are counted with their share and cost', async () => {
    const db = await setUpOctober();
    expect(await parcelSums(db, MONTH)).toEqual({
      cash: { shippedCount: 5, returnedCount: 3, costPaise: 24_000 },
      prepaid: { shippedCount: 2, returnedCount: 1, costPaise: 0 },
    });
    const readRows = async (view: ParcelView) => parcelTable(view, await returnedParcels(db, view, MONTH)).rows;
    expect(await readRows('reason')).toEqual([
      ['Refused at the door', 5, 2, 40, 15_000],
      ['Customer not reachable', 5, 1, 20, 9_000],
    ]);
    expect(await readRows('pincode')).toEqual([
      ['411001 Pune', 3, 2, 66.7, 15_000],
      ['682001 Kochi', 2, 1, 50, 9_000],
    ]);
    expect(await readRows('courier')).toEqual([
      ['Delhivery', 3, 2, 66.7, 24_000],
      ['No courier recorded', 1, 1, 100, 0],
    ]);
    expect(await readRows('customer')).toEqual([
      ['asha@example.in', 3, 2, 66.7, 15_000],
      ['9111111111', 2, 1, 50, 9_000],
    ]);
    // A parcel with two sizes counts only once.
    expect(await readRows('product')).toEqual([['Kurta', 5, 3, 60, 24_000]]);
  });

  test('are listed with their orders, latest first', async () => {
    const db = await setUpOctober();
    const { rows } = await listReturnedParcels(db, MONTH);
    expect(rows.map(({ id, returnReason, costPaise }) => [id, returnReason, costPaise])).toEqual([
      ['o5', 'refused', null],
      ['o4', 'not_reachable', 9_000],
      ['o3', 'refused', 15_000],
    ]);
  });

  test('can be downloaded; a download by customer is recorded in the audit log', async () => {
    const db = await setUpOctober();
    const shop = { db, now: () => MONTH.to };
    const readCsv = async (view: ParcelView) => textOfChunks(await returnedParcelsCsv(shop, view, MONTH));
    const readAuditedActions = () => db.write.selectFrom('audit_entry').select('action').orderBy('id').execute();
    for (const view of Object.keys(PARCEL_VIEWS) as ParcelView[]) if (view !== 'customer') await readCsv(view);
    expect(await readAuditedActions()).toEqual([]);
    expect((await readCsv('customer')).split('\r\n')).toEqual([
      '\u{FEFF}Customer,Shipped,Came back,%,Freight',
      'asha@example.in,3,2,66.7,150',
      '9111111111,2,1,50,90',
      '',
    ]);
    expect(await readAuditedActions()).toEqual([
      { action: 'export returned parcels' },
      { action: 'returned parcels exported' },
    ]);
  });
});
