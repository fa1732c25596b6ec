import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { chunksForInsert } from '#lib/platform/db/chunks.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { cashReceived, cashWithCouriers, listReceivedCash } from '#lib/sales/money-reports/courier-cash.server.ts';
import { goodsSold } from '#lib/sales/money-reports/goods-sold.server.ts';
import { readGstr1 } from '#lib/sales/money-reports/gstr1/read-gstr1.server.ts';
import { listCreditNotes } from '#lib/sales/money-reports/list-credit-notes.server.ts';
import {
  GOODS_VIEWS,
  type GoodsView,
  PARCEL_VIEWS,
  type ParcelView,
} from '#lib/sales/money-reports/money-query.schema.ts';
import { monthOf } from '#lib/sales/money-reports/month.ts';
import { documentsCsv } from '#lib/sales/money-reports/month-documents.server.ts';
import { monthReport } from '#lib/sales/money-reports/month-report.server.ts';
import { listReturnedParcels, returnedParcels } from '#lib/sales/money-reports/returned-parcels.server.ts';
import { returnsOf } from '#lib/sales/money-reports/returns.server.ts';
import { reconcile } from '#lib/sales/money-reports/settlements/reconcile.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { onBothEngines } from '#support/database.ts';
import { insertOrder } from '#support/order-row.ts';
import { queryPlans } from '#support/query-plans.ts';
import { textOfChunks } from '#support/text-of-chunks.ts';

const COPY_COUNT = 4_000;
const MONTH = monthOf('2026-10');
const NO_DELIVERY = JSON.stringify({ rateBp: 0, taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0 });

/** Matches scans of whole tables, except scans of the index that contains only orders with cash due. */
const TABLE_SCAN =
  /(?:SCAN|Seq Scan on) (?:orders(?! USING INDEX orders_cash_due)|order_line|order_credit|payment_event|refund)/;

onBothEngines('monthly reports', (open) => {
  test('never scan all orders, lines, credits, payments or refunds', async () => {
    const db = await open();
    await insertOrder(db, 'first', { delivery_tax_json: NO_DELIVERY, order_status: 'delivered' });
    const { id: _, ...order } = await db.write.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    const line = await db.write.selectFrom('order_line').selectAll().executeTakeFirstOrThrow();
    // Three per cent of the orders belong to the month, as in a shop that has been open for some years.
    const timeOf = (n: number) => MONTH.to - n * 6 * HOUR_MS;
    const numbers = Array.from({ length: COPY_COUNT }, (_, n) => n);
    const orders = numbers.map((n) => ({
      ...order,
      ...{
        id: `copy-${n}`,
        number: `TNA-${n}`,
        invoice_number: `TA/${String(n).padStart(6, '0')}`,
        invoice_at: timeOf(n),
      },
      ...{
        created_at: timeOf(n),
        delivered_at: timeOf(n),
        cash_remitted_at: timeOf(n),
        carrier: 'DTDC',
        cash_due: n % 500 === 0 ? 1 : 0,
      },
    }));
    const credits = numbers.map((n) => ({
      ...{ id: `credit-${n}`, order_id: `copy-${n}`, kind: 'returned' as const, reason: 'Too small' },
      ...{ delivery_paise: 0, delivery_tax_json: NO_DELIVERY, tax_paise: 0, total_paise: 100, owed_paise: 100 },
      ...{ note_number: `CN/${String(n).padStart(6, '0')}`, note_at: timeOf(n), created_at: timeOf(n) },
    }));
    const creditLines = numbers.map((n) => ({
      ...{ credit_id: `credit-${n}`, position: 0, quantity: 1, destination: 'stock' as const },
      ...{ taxable_paise: 95, cgst_paise: 0, sgst_paise: 0, igst_paise: 5, total_paise: 100 },
    }));
    for (const rows of chunksForInsert(orders)) await db.write.insertInto('orders').values(rows).execute();
    for (const rows of chunksForInsert(numbers.map((n) => ({ ...line, order_id: `copy-${n}` }))))
      await db.write.insertInto('order_line').values(rows).execute();
    const payments = numbers.map((n) => ({
      ...{
        provider: 'razorpay',
        event_id: `event-${n}`,
        order_id: `copy-${n}`,
        at: timeOf(n),
        outcome: 'paid' as const,
      },
      ...{ amount_paise: 100, reference: `pay_${n}` },
    }));
    const refunds = numbers.map((n) => ({
      ...{ id: `refund-${n}`, provider: 'razorpay', reference: `pay_${n}`, order_id: `copy-${n}`, credit_id: null },
      ...{ split_of: null, amount_paise: 100, reason: 'returned' as const, state: 'sent' as const },
      ...{ gateway_refund: `rfnd_${n}`, created_at: timeOf(n), updated_at: timeOf(n) },
    }));
    for (const rows of chunksForInsert(payments)) await db.write.insertInto('payment_event').values(rows).execute();
    for (const rows of chunksForInsert(refunds)) await db.write.insertInto('refund').values(rows).execute();
    for (const rows of chunksForInsert(credits)) await db.write.insertInto('order_credit').values(rows).execute();
    for (const rows of chunksForInsert(creditLines))
      await db.write.insertInto('order_credit_line').values(rows).execute();
    await indexOrders(db);
    await sql`analyze`.execute(db.write);
    const plan = await queryPlans(db, async (recorded) => {
      await monthReport(recorded, MONTH);
      await readGstr1(recorded, MONTH);
      for (const view of Object.keys(PARCEL_VIEWS) as ParcelView[]) await returnedParcels(recorded, view, MONTH);
      await listReturnedParcels(recorded, MONTH);
      await listCreditNotes(recorded, MONTH);
      await cashWithCouriers(recorded);
      await cashReceived(recorded, MONTH);
      await listReceivedCash(recorded, MONTH, { carrier: 'DTDC' });
      await returnsOf(recorded, MONTH);
      await reconcile(recorded, MONTH);
      for (const view of Object.keys(GOODS_VIEWS) as GoodsView[]) await goodsSold(recorded, view, MONTH);
      // The period is only half a day, so that a chunk is as small a share of all orders as in a larger shop.
      await textOfChunks(documentsCsv(recorded, { ...MONTH, from: MONTH.to - 12 * HOUR_MS }));
    });
    const steps = (JSON.parse(plan) as object[][]).flat().map((step) => JSON.stringify(step));
    expect(steps.filter((step) => TABLE_SCAN.test(step))).toEqual([]);
  });
});
