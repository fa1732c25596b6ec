import { expect, test } from 'vitest';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { gstinCheckCharacter } from '#lib/primitives/gstin.ts';
import type { OrderInput } from '#lib/sales/checkout/order-rows.ts';
import {
  approveExchange,
  deliverExchange,
  receiveExchange,
  shipExchange,
} from '#lib/sales/exchanges/exchange-admin.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { readCreditNote, readInvoice } from '#lib/sales/invoices/invoice.server.ts';
import { gstr1Json } from '#lib/sales/money-reports/gstr1/gstr1-json.ts';
import { GSTR1_TABLES } from '#lib/sales/money-reports/gstr1/gstr1-tables.ts';
import { readGstr1 } from '#lib/sales/money-reports/gstr1/read-gstr1.server.ts';
import { listCreditNotes } from '#lib/sales/money-reports/list-credit-notes.server.ts';
import { monthOf } from '#lib/sales/money-reports/month.ts';
import { monthReport } from '#lib/sales/money-reports/month-report.server.ts';
import { reportCsv } from '#lib/sales/money-reports/report-table.ts';
import { correctBusiness } from '#lib/sales/orders/admin/correct-order.server.ts';
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { onBothEngines } from '#support/database.ts';
import { variantOf } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { addCoupon, BENGALURU, pay, stockPlenty } from '#support/random-orders.ts';
import { textOfChunks } from '#support/text-of-chunks.ts';

const MUMBAI = { ...HOME, pincode: '400001', city: 'Mumbai', state: 'Maharashtra' };
const OCTOBER = monthOf('2026-10');
const NOVEMBER = monthOf('2026-11');
const gstinOf = (start: string) => start + gstinCheckCharacter(start);
/** The GSTINs of businesses in Telangana and Karnataka. */
const TELANGANA_GSTIN = gstinOf('36AABCT1332L1Z');
const KARNATAKA_GSTIN = gstinOf('29AABCK9876M1Z');

/**
 * The tests use October 2026 in a shop in Telangana. Prices include tax: 5 % for goods, 18 % for goods above ₹2,500 per
 * piece, and 18 % for delivery and the cash fee. Within the state, the tax is split into two equal halves, so an odd
 * paisa stays in the taxable value.
 */
onBothEngines('GSTR-1 for a month', (open) => {
  async function setUpOctober() {
    const db = await open();
    await stockPlenty(db);
    await db.write.updateTable('variant').set({ price_paise: 6_000_000 }).where('sku', '=', 'TK-L').execute();
    await addCoupon(db, 'TENTH', 'percent', 10);
    const { shop, clock, cartOf, place } = orderFixture(db);
    const setDay = (day: string) => {
      clock.at = Date.parse(`2026-${day}T12:00:00+05:30`);
    };
    const ship = (id: string) => moveOrder(shop, id, 'shipped');

    // A (in September): two kurtas at ₹1,499.50 to Hyderabad. ₹2,999.00 = 2,856.20 + 71.40 + 71.40; delivery is free.
    setDay('09-27');
    const a = await place(await cartOf(['test-kurta', 2]));
    setDay('09-28');
    await ship(a.id);
    await moveOrder(shop, a.id, 'delivered');

    // B: a scarf at ₹300 to Hyderabad, 285.72 + 7.14 + 7.14, and delivery for ₹39, 33.06 + 2.97 + 2.97.
    setDay('10-03');
    const b = await place(await cartOf(['test-scarf', 1]));
    setDay('10-04');
    await ship(b.id);
    await moveOrder(shop, b.id, 'delivered');

    // C: 2.5 m of cloth at ₹333.33, ₹833.33, and a scarf at ₹300 to Karnataka, 10 % off: 750.00 = 714.29 + 35.71, and
    // 270.00 = 257.14 + 12.86; delivery is free.
    setDay('10-05');
    const owner = await cartOf(['test-cloth', 2.5], ['test-scarf', 1]);
    await db.write.updateTable('cart').set({ coupon_code: 'TENTH' }).execute();
    const c = await place(owner, { payment: 'test', address: BENGALURU });
    await pay({ shop }, c.id, c.total_paise);
    setDay('10-06');
    await ship(c.id);

    // D: two scarves to Mumbai, cash: delivery for ₹79 and a fee of ₹29, 108.00 = 91.53 + 16.47. One scarf is cancelled
    // before the invoice is issued, so 600.00 = 571.43 + 28.57 becomes 300.00 = 285.72 + 14.28. The parcel is refused
    // in November.
    setDay('10-07');
    const d = await place(await cartOf(['test-scarf', 2]), { address: MUMBAI });
    await cancelPart(shop, d.id, [{ position: 0, quantity: 1 }]);
    setDay('10-08');
    await ship(d.id);

    // The scarf in B is exchanged for another scarf. An exchange needs no document.
    setDay('10-09');
    const request = { reasons: ['Size too small' as const], customReason: '', hasOriginalPackaging: 'true' as const };
    await requestExchange(
      { ...shop, files: {} as FileStore },
      { token: trackToken(shop.secretKey, b.id) },
      { ...request, order: b.id, lines: [{ line: 0, quantity: 1, replacement: await variantOf(db, 'test-scarf') }] },
      [],
    );
    await approveExchange(shop, b.number);
    await receiveExchange(shop, b.number, false);
    await shipExchange(shop, b.number, {});
    await deliverExchange(shop, b.number);

    // E: two kurtas at ₹60,000 and a scarf to Karnataka: 1,20,000.00 = 1,01,694.92 + 18,305.08 and 300.00 = 285.71 +
    // 14.29. ₹500 of the kurtas is refunded: 423.73 + 76.27.
    setDay('10-10');
    const e = await place(await cartOf(['test-kurta', 2, 1], ['test-scarf', 1]), {
      payment: 'test',
      address: BENGALURU,
    });
    await pay({ shop }, e.id, e.total_paise);
    setDay('10-11');
    await ship(e.id);

    // F is cancelled before it is shipped. G is placed in October but shipped in November.
    setDay('10-12');
    const f = await place(await cartOf(['test-scarf', 1]));
    await cancelOrder(shop, f.id, 'shop');

    // One of the kurtas in A is returned: 1,499.50 = 1,428.10 + 35.70 + 35.70.
    setDay('10-14');
    await recordReturn(shop, a.id, { lines: [{ position: 0, quantity: 1 }] });

    setDay('10-25');
    await refundPart(shop, e.id, { paise: 50_000, position: 0 }, 'A seam was open');
    setDay('10-31');
    const g = await place(await cartOf(['test-scarf', 1]));
    setDay('11-01');
    await ship(g.id);
    setDay('11-02');
    await recordReturn(shop, d.id);
    return db;
  }

  test('equals tables calculated by hand: all of them as JSON, and one of them as CSV', async () => {
    const db = await setUpOctober();
    const gstr1 = await readGstr1(db, OCTOBER);
    const noCess = { csamt: 0 };
    expect(gstr1Json(gstr1)).toEqual({
      gstin: '36AAZCT0000K1Z6',
      fp: '102026',
      version: 'GST3.2.4',
      hash: 'hash',
      b2cl: [
        {
          pos: '29',
          inv: [
            {
              inum: 'TA/26-27/000005',
              idt: '11-10-2026',
              val: 120_300,
              itms: [
                { num: 1, itm_det: { rt: 5, txval: 285.71, iamt: 14.29, ...noCess } },
                { num: 2, itm_det: { rt: 18, txval: 101_694.92, iamt: 18_305.08, ...noCess } },
              ],
            },
          ],
        },
      ],
      b2cs: [
        // The rows are B less the note for A, the delivery of B, C, and D with its delivery.
        { sply_ty: 'INTRA', rt: 5, typ: 'OE', pos: '36', txval: -1_142.38, camt: -28.56, samt: -28.56, ...noCess },
        { sply_ty: 'INTRA', rt: 18, typ: 'OE', pos: '36', txval: 33.06, camt: 2.97, samt: 2.97, ...noCess },
        { sply_ty: 'INTER', rt: 5, typ: 'OE', pos: '29', txval: 971.43, iamt: 48.57, ...noCess },
        { sply_ty: 'INTER', rt: 5, typ: 'OE', pos: '27', txval: 285.72, iamt: 14.28, ...noCess },
        { sply_ty: 'INTER', rt: 18, typ: 'OE', pos: '27', txval: 91.53, iamt: 16.47, ...noCess },
      ],
      cdnur: [
        {
          ...{ typ: 'B2CL', ntty: 'C', nt_num: 'CN/26-27/000002', nt_dt: '25-10-2026', val: 500, pos: '29' },
          itms: [{ num: 1, itm_det: { rt: 18, txval: 423.73, iamt: 76.27, ...noCess } }],
        },
      ],
      hsn: {
        hsn_b2b: [],
        hsn_b2c: [
          hsn(1, '5208', 'MTR', 2.5, 5, { txval: 714.29, camt: 0, samt: 0, iamt: 35.71 }),
          hsn(2, '6206', 'NOS', -1, 5, { txval: -1_428.1, camt: -35.7, samt: -35.7, iamt: 0 }),
          hsn(3, '6206', 'NOS', 2, 18, { txval: 101_271.19, camt: 0, samt: 0, iamt: 18_228.81 }),
          // This row contains B, C, D and E.
          hsn(4, '6214', 'NOS', 4, 5, { txval: 1_114.29, camt: 7.14, samt: 7.14, iamt: 41.43 }),
          hsn(5, '996812', 'NA', 0, 18, { txval: 124.59, camt: 2.97, samt: 2.97, iamt: 16.47 }),
        ],
      },
      doc_issue: {
        doc_det: [
          {
            doc_num: 1,
            doc_typ: 'Invoices for outward supply',
            docs: [{ num: 1, from: 'TA/26-27/000002', to: 'TA/26-27/000005', totnum: 4, cancel: 0, net_issue: 4 }],
          },
          {
            doc_num: 5,
            doc_typ: 'Credit Note',
            docs: [{ num: 1, from: 'CN/26-27/000001', to: 'CN/26-27/000002', totnum: 2, cancel: 0, net_issue: 2 }],
          },
        ],
      },
    });
    expect(gstr1.isFilingRequired).toBe(true);
    const csv = await textOfChunks(reportCsv(GSTR1_TABLES[7].tableOf(gstr1)));
    expect(csv.split('\r\n').slice(0, 3)).toEqual([
      '\u{FEFF}Place of supply,Type,Rate %,Taxable value,IGST,CGST,SGST',
      'Telangana (36),Intra-state,5,-1142.38,0,-28.56,-28.56',
      'Telangana (36),Intra-state,18,33.06,0,2.97,2.97',
    ]);
  });

  /**
   * Creates the sales of November 2026: invoices 1, 2 and 4 to businesses, and 3 to a consumer. 1 and 3 are a scarf at
   * ₹300 to Hyderabad, 285.72 + 7.14 + 7.14, with delivery for ₹39, 33.06 + 2.97 + 2.97. 2 is two scarves to Karnataka,
   * 600.00 = 571.43 + 28.57, with delivery for ₹59, 50.00 + 9.00. One scarf is returned, 285.71 + 14.29. 4 is two
   * kurtas at ₹60,000 to Karnataka, 1,20,000.00 = 1,01,694.92 + 18,305.08, delivered free.
   */
  async function setUpNovember() {
    const db = await open();
    await stockPlenty(db);
    await db.write.updateTable('variant').set({ price_paise: 6_000_000 }).where('sku', '=', 'TK-L').execute();
    const { shop, clock, cartOf, place } = orderFixture(db, Date.parse('2026-11-03T12:00:00+05:30'));
    await setFields(shop, SETTINGS, { buyerGstin: 'true' });
    const sell = async (goods: Parameters<typeof cartOf>, input: Partial<OrderInput>) => {
      clock.at += HOUR_MS;
      const order = await place(await cartOf(...goods), { payment: 'test', ...input });
      await pay({ shop }, order.id, order.total_paise);
      return moveOrder(shop, order.id, 'shipped');
    };
    const firstOrder = await sell([['test-scarf', 1]], { business: { gstin: TELANGANA_GSTIN, name: 'Asha Stores' } });
    const toKarnataka = { address: BENGALURU, business: { gstin: KARNATAKA_GSTIN, name: 'Kaveri Traders' } };
    const secondOrder = await sell([['test-scarf', 2]], toKarnataka);
    await sell([['test-scarf', 1]], {});
    await sell([['test-kurta', 2, 1]], toKarnataka);
    await moveOrder(shop, secondOrder.id, 'delivered');
    await recordReturn(shop, secondOrder.id, { lines: [{ position: 0, quantity: 1 }] });
    return { db, shop, firstOrder, secondOrder };
  }

  test('lists sales to businesses by invoice and credit note, as calculated by hand', async () => {
    const { db } = await setUpNovember();
    const noCess = { csamt: 0 };
    const regularFields = { rchrg: 'N', inv_typ: 'R' };
    const { b2b, b2cl, b2cs, cdnr, cdnur, hsn: codes } = gstr1Json(await readGstr1(db, NOVEMBER)) as never;
    expect(b2b).toEqual([
      {
        ctin: TELANGANA_GSTIN,
        inv: [
          {
            ...{ inum: 'TA/26-27/000001', idt: '03-11-2026', val: 339, pos: '36', ...regularFields },
            itms: [
              { num: 1, itm_det: { rt: 5, txval: 285.72, camt: 7.14, samt: 7.14, ...noCess } },
              { num: 2, itm_det: { rt: 18, txval: 33.06, camt: 2.97, samt: 2.97, ...noCess } },
            ],
          },
        ],
      },
      {
        ctin: KARNATAKA_GSTIN,
        inv: [
          {
            ...{ inum: 'TA/26-27/000002', idt: '03-11-2026', val: 659, pos: '29', ...regularFields },
            itms: [
              { num: 1, itm_det: { rt: 5, txval: 571.43, iamt: 28.57, ...noCess } },
              { num: 2, itm_det: { rt: 18, txval: 50, iamt: 9, ...noCess } },
            ],
          },
          {
            ...{ inum: 'TA/26-27/000004', idt: '03-11-2026', val: 120_000, pos: '29', ...regularFields },
            itms: [{ num: 1, itm_det: { rt: 18, txval: 101_694.92, iamt: 18_305.08, ...noCess } }],
          },
        ],
      },
    ]);
    expect(cdnr).toEqual([
      {
        ctin: KARNATAKA_GSTIN,
        nt: [
          {
            ...{ ntty: 'C', nt_num: 'CN/26-27/000001', nt_dt: '03-11-2026', val: 300, pos: '29', ...regularFields },
            itms: [{ num: 1, itm_det: { rt: 5, txval: 285.71, iamt: 14.29, ...noCess } }],
          },
        ],
      },
    ]);
    expect([b2cl, cdnur]).toEqual([undefined, undefined]);
    expect(b2cs).toEqual([
      { sply_ty: 'INTRA', rt: 5, typ: 'OE', pos: '36', txval: 285.72, camt: 7.14, samt: 7.14, ...noCess },
      { sply_ty: 'INTRA', rt: 18, typ: 'OE', pos: '36', txval: 33.06, camt: 2.97, samt: 2.97, ...noCess },
    ]);
    expect(codes).toEqual({
      hsn_b2b: [
        hsn(1, '6206', 'NOS', 2, 18, { txval: 101_694.92, camt: 0, samt: 0, iamt: 18_305.08 }),
        hsn(2, '6214', 'NOS', 2, 5, { txval: 571.44, camt: 7.14, samt: 7.14, iamt: 14.28 }),
        hsn(3, '996812', 'NA', 0, 18, { txval: 83.06, camt: 2.97, samt: 2.97, iamt: 9 }),
      ],
      hsn_b2c: [
        hsn(1, '6214', 'NOS', 1, 5, { txval: 285.72, camt: 7.14, samt: 7.14, iamt: 0 }),
        hsn(2, '996812', 'NA', 0, 18, { txval: 33.06, camt: 2.97, samt: 2.97, iamt: 0 }),
      ],
    });
  });

  test('uses a business’s name and GSTIN at shipping; the GSTIN must be from the delivery state', async () => {
    const { shop, firstOrder, secondOrder } = await setUpNovember();
    const viewer = ({ id }: { id: string }) => ({ token: trackToken(shop.secretKey, id) });
    const { document } = await readInvoice(shop, firstOrder.id, viewer(firstOrder));
    expect(document.buyer.slice(0, 3)).toEqual(['Asha Stores', `GSTIN ${TELANGANA_GSTIN}`, 'Asha Rao']);
    expect(document.details).toContainEqual(['Place of supply', 'Telangana (36)']);
    const note = await readCreditNote(shop, secondOrder.id, viewer(secondOrder), 'CN/26-27/000001');
    expect(note.document.buyer.slice(0, 2)).toEqual(['Kaveri Traders', `GSTIN ${KARNATAKA_GSTIN}`]);
    const { cartOf, place } = orderFixture(shop.db, shop.now());
    const placement = place(await cartOf(['test-scarf', 1]), {
      business: { gstin: KARNATAKA_GSTIN, name: 'Kaveri Traders' },
    });
    await expect(placement).rejects.toMatchObject({ code: 'invalid', fields: { gstin: expect.any(String) } });
    const order = await place(await cartOf(['test-scarf', 1]));
    const correctedOrder = await correctBusiness(
      shop,
      order.id,
      { gstin: TELANGANA_GSTIN, name: 'Asha Stores' },
      order.updated_at,
    );
    expect(correctedOrder).toMatchObject({ buyer_gstin: TELANGANA_GSTIN, buyer_business: 'Asha Stores' });
    expect(await correctBusiness(shop, order.id, undefined, correctedOrder.updated_at)).toMatchObject({
      buyer_gstin: null,
    });
    const { updated_at } = await moveOrder(shop, order.id, 'shipped');
    const lateCorrection = correctBusiness(shop, order.id, { gstin: TELANGANA_GSTIN, name: 'Asha Stores' }, updated_at);
    await expect(lateCorrection).rejects.toMatchObject({ code: 'conflict' });
  });

  test('agrees with the month’s report, which dates sales by the day of the order', async () => {
    const db = await setUpOctober();
    const report = await monthReport(db, OCTOBER);
    // The placed orders are B to G; the credits are for a scarf in D, all of F, a kurta in A, and part of E.
    expect(report.placedSales).toEqual({ orders: 6, paise: 33_900 + 102_000 + 70_800 + 12_030_000 + 33_900 + 33_900 });
    expect(report.credits).toEqual({ count: 4, paise: 30_000 + 33_900 + 149_950 + 50_000 });
    expect(report.days.filter(({ orders }) => orders > 0)).toHaveLength(6);
    expect(report.invoices.count).toBe(4);
    expect(report.notes).toEqual({
      count: 2,
      tax: { taxablePaise: 142_810 + 42_373, cgstPaise: 3_570, sgstPaise: 3_570, igstPaise: 7_627 },
    });
    expect(report.byState).toEqual([
      {
        key: { state: 'Karnataka', isInterState: true },
        tax: { taxablePaise: 97_143 + 28_571 + 10_169_492 - 42_373, cgstPaise: 0, sgstPaise: 0, igstPaise: 1_829_167 },
      },
      {
        key: { state: 'Maharashtra', isInterState: true },
        tax: { taxablePaise: 28_572 + 9_153, cgstPaise: 0, sgstPaise: 0, igstPaise: 3_075 },
      },
      {
        key: { state: 'Telangana', isInterState: false },
        tax: { taxablePaise: 28_572 + 3_306 - 142_810, cgstPaise: -2_559, sgstPaise: -2_559, igstPaise: 0 },
      },
    ]);
    const { rows } = await listCreditNotes(db, OCTOBER);
    expect(rows.map(({ number, paise, invoiceNumber }) => [number, paise, invoiceNumber])).toEqual([
      ['CN/26-27/000001', 149_950, 'TA/26-27/000001'],
      ['CN/26-27/000002', 50_000, 'TA/26-27/000005'],
    ]);
  });
});

function hsn(num: number, hsn_sc: string, uqc: string, qty: number, rt: number, tax: Record<string, number>) {
  return { num, hsn_sc, desc: '', uqc, qty, rt, ...tax, csamt: 0 };
}
