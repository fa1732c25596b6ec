import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { cashReceived, cashWithCouriers, listReceivedCash } from '#lib/sales/money-reports/courier-cash.server.ts';
import { goodsSold } from '#lib/sales/money-reports/goods-sold.server.ts';
import { readGstr1 } from '#lib/sales/money-reports/gstr1/read-gstr1.server.ts';
import { GOODS_VIEWS, type GoodsView } from '#lib/sales/money-reports/money-query.schema.ts';
import { monthOf, nextMonth } from '#lib/sales/money-reports/month.ts';
import { documentsCsv } from '#lib/sales/money-reports/month-documents.server.ts';
import { monthReport } from '#lib/sales/money-reports/month-report.server.ts';
import { returnsOf } from '#lib/sales/money-reports/returns.server.ts';
import { collectedCash, receiveCash } from '#lib/sales/orders/admin/receive-cash.server.ts';
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { amountWithTax } from '#lib/shop/money/tax-share.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { BENGALURU, stockPlenty } from '#support/random-orders.ts';
import { textOfChunks } from '#support/text-of-chunks.ts';

const NOVEMBER = monthOf('2026-11');

async function addExchange(
  db: ShopDatabase,
  order_id: string,
  state: 'requested' | 'declined',
  reasons: readonly string[],
): Promise<void> {
  const requestedAt = NOVEMBER.from + DAY_MS;
  const request = { custom_reason: '', has_original_packaging: 1, reasons_json: JSON.stringify(reasons) };
  await db.write
    .insertInto('exchange')
    .values({
      id: newId(),
      order_id,
      customer_id: null,
      ...request,
      state,
      created_at: requestedAt,
      updated_at: requestedAt,
    })
    .execute();
}

onBothEngines('in a month’s reports,', (open) => {
  /**
   * Creates three cash orders. A scarf of the first order was cancelled before shipping, and ₹100 was refunded
   * afterwards. A kurta of the third order was returned.
   */
  async function setUpDeliveredOrders() {
    const db = await open();
    await stockPlenty(db);
    const { shop, clock, cartOf, place } = orderFixture(db, Date.parse('2026-11-10T12:00:00+05:30'));
    const deliver = async (id: string, carrier: string) => {
      await moveOrder(shop, id, 'shipped', { carrier });
      clock.at += DAY_MS;
      await moveOrder(shop, id, 'delivered');
    };
    const firstOrder = await place(await cartOf(['test-scarf', 3], ['test-cloth', 2]));
    await cancelPart(shop, firstOrder.id, [{ position: 0, quantity: 1 }]);
    await deliver(firstOrder.id, 'DTDC');
    clock.at += DAY_MS;
    await refundPart(shop, firstOrder.id, { paise: 10_000 }, 'A stain');
    const secondOrder = await place(await cartOf(['test-kurta', 1]), { address: BENGALURU });
    await deliver(secondOrder.id, 'DTDC');
    const thirdOrder = await place(await cartOf(['test-kurta', 2]));
    await deliver(thirdOrder.id, 'Blue Dart');
    await recordReturn(shop, thirdOrder.id, { lines: [{ position: 0, quantity: 1 }], reason: 'Too small' });
    await indexOrders(db);
    return { db, shop, clock, ids: [firstOrder.id, secondOrder.id, thirdOrder.id] };
  }

  test('cash collected by couriers is due until it is received, and listed by courier', async () => {
    const { db, shop, ids } = await setUpDeliveredOrders();
    const orders = await Promise.all(ids.map((id) => findOrder(db, id)));
    const collectedPaise = await collectedCash(db, orders);
    const [firstPaise = 0, secondPaise = 0, thirdPaise = 0] = ids.map((id) => collectedPaise.get(id) ?? 0);
    const readCashDue = async () =>
      (await cashWithCouriers(db)).map(({ carrier, orderCount: n, paise }) => [carrier, n, paise]);
    expect(await readCashDue()).toEqual([
      ['Blue Dart', 1, thirdPaise],
      ['DTDC', 2, firstPaise + secondPaise],
    ]);
    expect(firstPaise).toBe((orders[0]?.total_paise ?? 0) - 30_000);
    await receiveCash(shop, ids[0] ?? '');
    expect(await readCashDue()).toEqual([
      ['Blue Dart', 1, thirdPaise],
      ['DTDC', 1, secondPaise],
    ]);
    expect(await cashReceived(db, NOVEMBER)).toMatchObject([{ carrier: 'DTDC', orderCount: 1, paise: firstPaise }]);
    expect(await cashReceived(db, nextMonth(NOVEMBER))).toEqual([]);
    const { rows } = await listReceivedCash(db, NOVEMBER, { carrier: 'DTDC' });
    expect(rows.map(({ id, paise }) => [id, paise])).toEqual([[ids[0], firstPaise]]);
  });

  test('the totals of each view of goods and of the accountant’s file equal the month’s totals', async () => {
    const { db } = await setUpDeliveredOrders();
    const { netTax, byHsn } = await monthReport(db, NOVEMBER);
    const delivery = byHsn.find(({ key }) => key === '996812');
    const goodsPaise = amountWithTax(netTax) - (delivery ? amountWithTax(delivery.tax) : 0);
    for (const view of Object.keys(GOODS_VIEWS) as GoodsView[]) {
      const soldGoods = await goodsSold(db, view, NOVEMBER);
      expect(soldGoods.reduce((sum, { paise }) => sum + paise, 0)).toBe(goodsPaise);
    }
    expect((await goodsSold(db, 'size', NOVEMBER)).map(({ label, pieces, cm }) => [label, pieces, cm])).toEqual([
      ['M', 2, 0],
      ['Without a size', 2, 200],
    ]);
    expect((await goodsSold(db, 'place', NOVEMBER)).map(({ label }) => label).sort()).toEqual([
      'Karnataka',
      'Telangana',
    ]);
    const rows = parse(await textOfChunks(documentsCsv(db, NOVEMBER)), { columns: true, bom: true }) as Record<
      string,
      string
    >[];
    expect(rows.map(({ Document: name }) => name)).toContain('Credit note');
    const sum = (column: string) => Math.round(rows.reduce((all, row) => all + Number(row[column]) * 100, 0));
    expect([sum('Taxable value'), sum('CGST'), sum('SGST'), sum('IGST'), sum('Total')]).toEqual([
      ...[netTax.taxablePaise, netTax.cgstPaise, netTax.sgstPaise, netTax.igstPaise, amountWithTax(netTax)],
    ]);
    const readLabels = async (view: GoodsView) =>
      (await goodsSold(db, view, NOVEMBER)).map(({ label }) => label).sort();
    expect(await readLabels('city')).toEqual(['Bengaluru, Karnataka', 'Hyderabad, Telangana']);
    expect(await readLabels('pincode')).toEqual(['500003 Hyderabad', '560001 Bengaluru']);
  });

  test('returns and exchanges, except declined ones, are counted by reason and place', async () => {
    const { db, ids } = await setUpDeliveredOrders();
    await addExchange(db, ids[0] ?? '', 'requested', ['Size too small', 'Quality issues']);
    await addExchange(db, ids[1] ?? '', 'declined', ['Quality issues']);
    const { byReason, byPlace, byReasonAndPlace } = await returnsOf(db, NOVEMBER);
    expect(byReason.rows).toEqual([
      ['Returned: Too small', 1, 0, 149_950],
      ['Exchange: Size too small', 0, 1, 0],
      ['Exchange: Quality issues', 0, 1, 0],
    ]);
    expect(byPlace.rows).toEqual([['500003 Hyderabad', 1, 1, 149_950]]);
    expect(byReasonAndPlace.rows[0]).toEqual(['Returned: Too small', '500003 Hyderabad', 1, 0, 149_950]);
  });

  test('a shop that is not a regular taxpayer does not file GSTR-1', async () => {
    const db = await open();
    const { shop, clock } = orderFixture(db);
    expect((await readGstr1(db, NOVEMBER)).isFilingRequired).toBe(true);
    clock.at += DAY_MS;
    await setFields(shop, SETTINGS, { gstScheme: 'composition' });
    expect(await readGstr1(db, NOVEMBER)).toMatchObject({ isFilingRequired: false, gstin: '36AAZCT0000K1Z6' });
  });
});
