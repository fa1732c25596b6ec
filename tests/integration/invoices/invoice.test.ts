import { expect, test } from 'vitest';
import { readCreditNote, readInvoice } from '#lib/sales/invoices/invoice.server.ts';
import { invoicePdf } from '#lib/sales/invoices/invoice-pdf.server.ts';
import type { TaxDocument } from '#lib/sales/invoices/tax-document.ts';
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { textOfPdf } from '#support/pdf-text.ts';

const paise = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);
const AWAY = { ...HOME, pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };

onBothEngines('an invoice', (open) => {
  async function fixture() {
    const db = await open();
    await stockGoods(db);
    await db.write.updateTable('variant').set({ quantity: 100 }).where('sku', 'in', ['TK-M', 'TS']).execute();
    const base = orderFixture(db);
    const place = async (
      input: Parameters<typeof base.place>[1] = {},
      items: Parameters<typeof base.cartOf> = [['test-kurta', 1]],
    ) => {
      const order = await base.place(await base.cartOf(...items), input);
      const viewer = { token: trackToken(base.shop.secretKey, order.id) };
      const read = async () => (await readInvoice(base.shop, order.id, viewer)).document;
      const note = async (number: string) => (await readCreditNote(base.shop, order.id, viewer, number)).document;
      return { order, viewer, read, note };
    };
    return { ...base, place };
  }

  test('gets a number at shipping only, not by viewing or cancelling', async () => {
    const { shop, place } = await fixture();
    const placed = await Promise.all([place(), place(), place()]);
    for (const { read } of placed) await expect(read()).rejects.toThrow('it comes with the parcel');
    const [first, second, third] = placed;
    if (!first || !second || !third) throw new Error('three orders were expected');
    await cancelOrder(shop, first.order.id, 'customer');
    await expect(first.read()).rejects.toMatchObject({ code: 'not_found' });
    await moveOrder(shop, third.order.id, 'shipped');
    await moveOrder(shop, second.order.id, 'out_for_delivery');
    await moveOrder(shop, second.order.id, 'delivered');
    const numbers = [await third.read(), await second.read(), await third.read()].map(({ number }) => number);
    expect(numbers).toEqual(['TA/26-27/000001', 'TA/26-27/000002', 'TA/26-27/000001']);
  });

  test('has consecutive numbers in each financial year, even if the clock jumps', async () => {
    const { shop, clock, place } = await fixture();
    const numbersByYear: Record<string, number[]> = {};
    for (const day of ['2027-03-31', '2027-04-01', '2027-03-31', '2028-04-01', '2026-11-21', '2027-04-02']) {
      clock.at = Date.parse(`${day}T23:30:00+05:30`);
      const placed = [await place(), await place()];
      await Promise.all(placed.map(({ order }) => moveOrder(shop, order.id, 'shipped')));
      for (const { number } of await Promise.all(placed.map(({ read }) => read()))) {
        expect(number.length).toBeLessThanOrEqual(16);
        const [, year = '', n] = /^TA\/(\d\d-\d\d)\/(\d+)$/.exec(number) ?? [];
        numbersByYear[year] = [...(numbersByYear[year] ?? []), Number(n)];
      }
    }
    for (const numbers of Object.values(numbersByYear)) {
      expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
    }
    expect(Object.fromEntries(Object.entries(numbersByYear).map(([year, numbers]) => [year, numbers.length]))).toEqual({
      '26-27': 6,
      '27-28': 4,
      '28-29': 2,
    });
  });

  test('has columns that add up: CGST and SGST within the state, otherwise IGST, with state codes', async () => {
    const { shop, place } = await fixture();
    const home = await place();
    const away = await place({ address: AWAY });
    for (const { order, read } of [home, away]) {
      await moveOrder(shop, order.id, 'shipped');
      const invoice = await read();
      const { taxable, cgst, sgst, igst, total } = invoice.sum;
      expect(paise(taxable) + paise(cgst) + paise(sgst) + paise(igst)).toBe(order.total_paise);
      expect(paise(total)).toBe(order.total_paise);
      expect(invoice.rows.reduce((sum, row) => sum + paise(row.total), 0)).toBe(order.total_paise);
      expect(invoice.isSplitTax).toBe(order === home.order);
      expect(invoice.seller).toEqual(
        expect.arrayContaining(['Taana', 'State: Telangana (36)', 'GSTIN 36AAZCT0000K1Z6']),
      );
      const placeOfSupply = order === home.order ? 'Telangana (36)' : 'Karnataka (29)';
      expect(Object.fromEntries(invoice.about)).toMatchObject({ 'Place of supply': placeOfSupply });
      const text = textOfPdf(await invoicePdf(invoice));
      for (const expected of [
        placeOfSupply,
        'Unit price',
        'Taxable value',
        '1 NOS',
        '6206',
        ...(order === home.order ? ['CGST', '2.5 %'] : ['IGST', '5 %']),
      ])
        expect(text).toContain(expected);
      expect(text).toContain(invoice.amountInWords);
    }
  });

  test('excludes what was cancelled before shipping; later credits have credit notes', async () => {
    const { shop, place } = await fixture();
    const { order, read, note } = await place({}, [
      ['test-kurta', 2],
      ['test-cloth', 2.5],
      ['test-scarf', 3],
    ]);
    await cancelPart(shop, order.id, [{ position: 2, quantity: 100 }]);
    await moveOrder(shop, order.id, 'shipped');
    const invoice = await read();
    expect(invoice.rows.map(({ quantity }) => quantity).sort()).toEqual(['1.5 MTR', '2 NOS', '3 NOS']);
    await moveOrder(shop, order.id, 'delivered');
    await refundPart(shop, order.id, { paise: 12_345 }, 'A loose thread');
    await recordReturn(shop, order.id, { lines: [{ position: 0, quantity: 1 }] });
    await recordReturn(shop, order.id, { withDelivery: true });
    const notes = await Promise.all([1, 2, 3].map((n) => note(`CN/26-27/00000${n}`)));
    expect(sumOf(notes)).toEqual(sumOf([invoice]));
    // The invoice does not change afterwards.
    expect(await read()).toEqual(invoice);
    const [refundNote, goodsNote] = notes;
    expect(Object.fromEntries(refundNote?.about ?? [])).toMatchObject({
      'Against tax invoice': `${invoice.number} of ${invoice.date}`,
      Reason: 'Refund: A loose thread',
    });
    expect(goodsNote?.rows.map(({ quantity }) => quantity)).toEqual(['1 NOS']);
    await expect(note('CN/26-27/000004')).rejects.toMatchObject({ code: 'not_found' });
    await expect(note('')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of a refused cash parcel is credited row by row, with the cash fee', async () => {
    const { shop, place } = await fixture();
    const address = { ...HOME, pincode: '110001', city: 'Delhi', state: 'Delhi' };
    const { order, read, note } = await place({ payment: 'cod', address }, [['test-scarf', 1]]);
    await moveOrder(shop, order.id, 'out_for_delivery');
    await recordReturn(shop, order.id);
    const { rows } = await note('CN/26-27/000001');
    expect(rows.map(({ description }) => description)).toContain('Fee for cash on delivery');
    expect(rows).toEqual((await read()).rows);
  });

  test('keeps a number that an old version assigned before shipping, and is credited by a cancellation', async () => {
    const { db, shop, place } = await fixture().then((base) => ({ ...base, db: base.shop.db }));
    const { order, read, note } = await place();
    const oldNumber = { invoice_number: 'TA/26-27/000007', invoice_at: shop.now() };
    await db.write.updateTable('orders').set(oldNumber).where('id', '=', order.id).execute();
    await cancelOrder(shop, order.id, 'shop');
    const invoice = await read();
    expect(invoice.number).toBe(oldNumber.invoice_number);
    expect(paise(invoice.sum.total)).toBe(order.total_paise);
    expect(sumOf([await note('CN/26-27/000001')])).toEqual(sumOf([invoice]));
  });

  test('is not readable by others', async () => {
    const { shop, place } = await fixture();
    const { order } = await place();
    const other = await place();
    await moveOrder(shop, order.id, 'delivered');
    await recordReturn(shop, order.id);
    for (const viewer of [{}, other.viewer]) {
      await expect(readInvoice(shop, order.id, viewer)).rejects.toMatchObject({ code: 'not_found' });
      const number = 'CN/26-27/000001';
      await expect(readCreditNote(shop, order.id, viewer, number)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('is drawn as a PDF with a font for each script', async () => {
    const { shop, place } = await fixture();
    const names = ['आशा', 'কৃষ্ণা', 'ਪ੍ਰੀਤ', 'પટેલ', 'ମହାନ୍ତି', 'ஸ்ரீனிவாசன்', 'కృష్ణ', 'ಕೃಷ್ಣ', 'ശ്രീകൃഷ്ണൻ', 'عائشہ'];
    const name = `<script>alert(1)</script> “${names.join(' ')}” 你`;
    const { order, read } = await place({ address: { ...HOME, name } });
    await moveOrder(shop, order.id, 'shipped');
    const invoice = await read();
    const pdf = await invoicePdf(invoice);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.subarray(-6).toString()).toContain('%%EOF');
    // The text can be copied from the PDF.
    const text = textOfPdf(pdf);
    expect(text).toContain('“');
    expect(text).toContain('₹');
    expect(text).toContain('आशा');
    for (const family of [
      'Devanagari',
      'Bengali',
      'Gurmukhi',
      'Gujarati',
      'Oriya',
      'Tamil',
      'Telugu',
      'Kannada',
      'Malayalam',
      'Arabic',
    ])
      expect(pdf.toString('latin1'), family).toMatch(new RegExp(`/BaseFont /[A-Z]+\\+Noto\\w*${family}`));
  });
});

/** The sums of all columns. */
function sumOf(documents: readonly TaxDocument[]) {
  const add = (column: 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total') =>
    documents.reduce((sum, document) => sum + paise(document.sum[column]), 0);
  return { taxable: add('taxable'), cgst: add('cgst'), sgst: add('sgst'), igst: add('igst'), total: add('total') };
}
