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
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { collectedCash, receiveCash } from '#lib/sales/orders/desk/receive-cash.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { findOrder } from '#lib/sales/orders/record/find-order.server.ts';
import { amountOf } from '#lib/shop/money/tax-share.ts';
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
  const at = NOVEMBER.from + DAY_MS;
  const request = { custom_reason: '', has_original_packaging: 1, reasons_json: JSON.stringify(reasons) };
  await db.write
    .insertInto('exchange')
    .values({ id: newId(), order_id, customer_id: null, ...request, state, created_at: at, updated_at: at })
    .execute();
}

onBothEngines('cash, goods and documents of a month', (open) => {
  /**
   * Three cash orders: of the first, a scarf was cancelled before shipping, and ₹100 was refunded afterwards; of the
   * third, a kurta was returned.
   */
  async function deliveredOrders() {
    const db = await open();
    await stockPlenty(db);
    const { shop, clock, cartOf, place } = orderFixture(db, Date.parse('2026-11-10T12:00:00+05:30'));
    const deliver = async (id: string, carrier: string) => {
      await moveOrder(shop, id, 'shipped', { carrier });
      clock.at += DAY_MS;
      await moveOrder(shop, id, 'delivered');
    };
    const first = await place(await cartOf(['test-scarf', 3], ['test-cloth', 2]));
    await cancelPart(shop, first.id, [{ position: 0, quantity: 1 }]);
    await deliver(first.id, 'DTDC');
    clock.at += DAY_MS;
    await refundPart(shop, first.id, { paise: 10_000 }, 'A stain');
    const second = await place(await cartOf(['test-kurta', 1]), { address: BENGALURU });
    await deliver(second.id, 'DTDC');
    const third = await place(await cartOf(['test-kurta', 2]));
    await deliver(third.id, 'Blue Dart');
    await recordReturn(shop, third.id, { lines: [{ position: 0, quantity: 1 }], reason: 'Too small' });
    await indexOrders(db);
    return { db, shop, clock, ids: [first.id, second.id, third.id] };
  }

  test('cash collected by couriers is due until it is received, and is listed by courier', async () => {
    const { db, shop, ids } = await deliveredOrders();
    const orders = await Promise.all(ids.map((id) => findOrder(db, id)));
    const collected = await collectedCash(db, orders);
    const [first = 0, second = 0, third = 0] = ids.map((id) => collected.get(id) ?? 0);
    const cashDue = async () =>
      (await cashWithCouriers(db)).map(({ carrier, orders: n, paise }) => [carrier, n, paise]);
    expect(await cashDue()).toEqual([
      ['Blue Dart', 1, third],
      ['DTDC', 2, first + second],
    ]);
    expect(first).toBe((orders[0]?.total_paise ?? 0) - 30_000);
    await receiveCash(shop, ids[0] ?? '');
    expect(await cashDue()).toEqual([
      ['Blue Dart', 1, third],
      ['DTDC', 1, second],
    ]);
    expect(await cashReceived(db, NOVEMBER)).toMatchObject([{ carrier: 'DTDC', orders: 1, paise: first }]);
    expect(await cashReceived(db, nextMonth(NOVEMBER))).toEqual([]);
    const { rows } = await listReceivedCash(db, NOVEMBER, { carrier: 'DTDC' });
    expect(rows.map(({ id, paise }) => [id, paise])).toEqual([[ids[0], first]]);
  });

  test('the sums of goods by size and place, and of the accountant’s file, equal those of the month', async () => {
    const { db } = await deliveredOrders();
    const { net, byHsn } = await monthReport(db, NOVEMBER);
    const delivery = byHsn.find(({ key }) => key === '996812');
    const goods = amountOf(net) - (delivery ? amountOf(delivery.tax) : 0);
    for (const view of Object.keys(GOODS_VIEWS) as GoodsView[]) {
      const sold = await goodsSold(db, view, NOVEMBER);
      expect(sold.reduce((sum, { paise }) => sum + paise, 0)).toBe(goods);
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
      ...[net.taxablePaise, net.cgstPaise, net.sgstPaise, net.igstPaise, amountOf(net)],
    ]);
    const labelsOf = async (view: GoodsView) => (await goodsSold(db, view, NOVEMBER)).map(({ label }) => label).sort();
    expect(await labelsOf('city')).toEqual(['Bengaluru, Karnataka', 'Hyderabad, Telangana']);
    expect(await labelsOf('pincode')).toEqual(['500003 Hyderabad', '560001 Bengaluru']);
  });

  test('returns and exchanges are counted by reason and place, without declined exchanges', async () => {
    const { db, ids } = await deliveredOrders();
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

  test('a shop that is not a regular taxpayer files no GSTR-1', async () => {
    const db = await open();
    const { shop, clock } = orderFixture(db);
    expect((await readGstr1(db, NOVEMBER)).isFiled).toBe(true);
    clock.at += DAY_MS;
    await setFields(shop, SETTINGS, { gstScheme: 'composition' }, () => undefined);
    expect(await readGstr1(db, NOVEMBER)).toMatchObject({ isFiled: false, gstin: '36AAZCT0000K1Z6' });
  });
});
