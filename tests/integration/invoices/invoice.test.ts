import { expect, test } from 'vitest';
import { readCreditNote, readInvoice } from '#lib/sales/invoices/invoice.server.ts';
import type { TaxDocument } from '#lib/sales/invoices/tax-document.ts';
import { taxDocumentPdf } from '#lib/sales/invoices/tax-document-pdf.server.ts';
import { cancelPart, recordReturn, refundPart } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { textOfPdf } from '#support/pdf-text.ts';

const toPaise = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);
const OTHER_STATE_ADDRESS = { ...HOME, pincode: '560001', city: 'Bengaluru', state: 'Karnataka' };

onBothEngines('an invoice', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    await db.write.updateTable('variant').set({ quantity: 100 }).where('sku', 'in', ['TK-M', 'TS']).execute();
    const fixture = orderFixture(db);
    const place = async (
      input: Parameters<typeof fixture.place>[1] = {},
      items: Parameters<typeof fixture.cartOf> = [['test-kurta', 1]],
    ) => {
      const order = await fixture.place(await fixture.cartOf(...items), input);
      const viewer = { token: trackToken(fixture.shop.secretKey, order.id) };
      const read = async () => (await readInvoice(fixture.shop, order.id, viewer)).document;
      const readNote = async (number: string) =>
        (await readCreditNote(fixture.shop, order.id, viewer, number)).document;
      return { order, viewer, read, readNote };
    };
    return { ...fixture, place };
  }

  test('gets a number only at shipping, not when it is viewed or its order is cancelled', async () => {
    const { shop, place } = await setUp();
    const placedOrders = await Promise.all([place(), place(), place()]);
    for (const { read } of placedOrders) await expect(read()).rejects.toThrow('it comes with the parcel');
    const [firstOrder, secondOrder, thirdOrder] = placedOrders;
    if (!firstOrder || !secondOrder || !thirdOrder) throw new Error('Three orders were expected.');
    await cancelOrder(shop, firstOrder.order.id, 'customer');
    await expect(firstOrder.read()).rejects.toMatchObject({ code: 'not_found' });
    await moveOrder(shop, thirdOrder.order.id, 'shipped');
    await moveOrder(shop, secondOrder.order.id, 'out_for_delivery');
    await moveOrder(shop, secondOrder.order.id, 'delivered');
    const numbers = [await thirdOrder.read(), await secondOrder.read(), await thirdOrder.read()].map(
      ({ number }) => number,
    );
    expect(numbers).toEqual(['TA/26-27/000001', 'TA/26-27/000002', 'TA/26-27/000001']);
  });

  test('has consecutive numbers in each financial year, even if the clock jumps', async () => {
    const { shop, clock, place } = await setUp();
    const numbersByYear: Record<string, number[]> = {};
    for (const day of ['2027-03-31', '2027-04-01', '2027-03-31', '2028-04-01', '2026-11-21', '2027-04-02']) {
      clock.at = Date.parse(`${day}T23:30:00+05:30`);
      const placedOrders = [await place(), await place()];
      await Promise.all(placedOrders.map(({ order }) => moveOrder(shop, order.id, 'shipped')));
      for (const { number } of await Promise.all(placedOrders.map(({ read }) => read()))) {
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

  test('has columns that add up, state codes, and either CGST and SGST within the state or else IGST', async () => {
    const { shop, place } = await setUp();
    const homeOrder = await place();
    const otherStateOrder = await place({ address: OTHER_STATE_ADDRESS });
    for (const { order, read } of [homeOrder, otherStateOrder]) {
      await moveOrder(shop, order.id, 'shipped');
      const invoice = await read();
      const { taxable, cgst, sgst, igst, total } = invoice.sum;
      expect(toPaise(taxable) + toPaise(cgst) + toPaise(sgst) + toPaise(igst)).toBe(order.total_paise);
      expect(toPaise(total)).toBe(order.total_paise);
      expect(invoice.rows.reduce((sum, row) => sum + toPaise(row.total), 0)).toBe(order.total_paise);
      expect(invoice.isSplitTax).toBe(order === homeOrder.order);
      expect(invoice.seller).toEqual(
        expect.arrayContaining(['Taana', 'State: Telangana (36)', 'GSTIN 36AAZCT0000K1Z6']),
      );
      const placeOfSupply = order === homeOrder.order ? 'Telangana (36)' : 'Karnataka (29)';
      expect(Object.fromEntries(invoice.details)).toMatchObject({ 'Place of supply': placeOfSupply });
      const text = textOfPdf(await taxDocumentPdf(invoice));
      for (const expected of [
        placeOfSupply,
        'Unit price',
        'Taxable value',
        '1 NOS',
        '6206',
        ...(order === homeOrder.order ? ['CGST', '2.5 %'] : ['IGST', '5 %']),
      ])
        expect(text).toContain(expected);
      expect(text).toContain(invoice.amountInWords);
    }
  });

  test('excludes items cancelled before shipping; later credits have credit notes', async () => {
    const { shop, place } = await setUp();
    const { order, read, readNote } = await place({}, [
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
    const notes = await Promise.all([1, 2, 3].map((n) => readNote(`CN/26-27/00000${n}`)));
    expect(sumOf(notes)).toEqual(sumOf([invoice]));
    // The invoice is not changed by the credit notes.
    expect(await read()).toEqual(invoice);
    const [refundNote, goodsNote] = notes;
    expect(Object.fromEntries(refundNote?.details ?? [])).toMatchObject({
      'Against tax invoice': `${invoice.number} of ${invoice.date}`,
      Reason: 'Refund: A loose thread',
    });
    expect(goodsNote?.rows.map(({ quantity }) => quantity)).toEqual(['1 NOS']);
    await expect(readNote('CN/26-27/000004')).rejects.toMatchObject({ code: 'not_found' });
    await expect(readNote('')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('for a refused cash parcel is credited row by row, including the cash fee', async () => {
    const { shop, place } = await setUp();
    const address = { ...HOME, pincode: '110001', city: 'Delhi', state: 'Delhi' };
    const { order, read, readNote } = await place({ payment: 'cod', address }, [['test-scarf', 1]]);
    await moveOrder(shop, order.id, 'out_for_delivery');
    await recordReturn(shop, order.id);
    const { rows } = await readNote('CN/26-27/000001');
    expect(rows.map(({ description }) => description)).toContain('Fee for cash on delivery');
    expect(rows).toEqual((await read()).rows);
  });

  test('keeps a number that an old version assigned before shipping, and is credited if its order is cancelled', async () => {
    const { shop, place } = await setUp();
    const { order, read, readNote } = await place();
    const oldNumber = { invoice_number: 'TA/26-27/000007', invoice_at: shop.now() };
    await shop.db.write.updateTable('orders').set(oldNumber).where('id', '=', order.id).execute();
    await cancelOrder(shop, order.id, 'shop');
    const invoice = await read();
    expect(invoice.number).toBe(oldNumber.invoice_number);
    expect(toPaise(invoice.sum.total)).toBe(order.total_paise);
    expect(sumOf([await readNote('CN/26-27/000001')])).toEqual(sumOf([invoice]));
  });

  test('is not readable by other customers', async () => {
    const { shop, place } = await setUp();
    const { order } = await place();
    const otherOrder = await place();
    await moveOrder(shop, order.id, 'delivered');
    await recordReturn(shop, order.id);
    for (const viewer of [{}, otherOrder.viewer]) {
      await expect(readInvoice(shop, order.id, viewer)).rejects.toMatchObject({ code: 'not_found' });
      const number = 'CN/26-27/000001';
      await expect(readCreditNote(shop, order.id, viewer, number)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('is rendered as a PDF with a font for each script', async () => {
    const { shop, place } = await setUp();
    const names = ['आशा', 'কৃষ্ণা', 'ਪ੍ਰੀਤ', 'પટેલ', 'ମହାନ୍ତି', 'ஸ்ரீனிவாசன்', 'కృష్ణ', 'ಕೃಷ್ಣ', 'ശ്രീകൃഷ്ണൻ', 'عائشہ'];
    const name = `<script>alert(1)</script> “${names.join(' ')}” 你`;
    const { order, read } = await place({ address: { ...HOME, name } });
    await moveOrder(shop, order.id, 'shipped');
    const invoice = await read();
    const pdf = await taxDocumentPdf(invoice);
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

/** Returns the sum of each column over all documents, in paise. */
function sumOf(documents: readonly TaxDocument[]) {
  const add = (column: 'taxable' | 'cgst' | 'sgst' | 'igst' | 'total') =>
    documents.reduce((sum, document) => sum + toPaise(document.sum[column]), 0);
  return { taxable: add('taxable'), cgst: add('cgst'), sgst: add('sgst'), igst: add('igst'), total: add('total') };
}
