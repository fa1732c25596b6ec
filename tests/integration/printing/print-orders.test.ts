import { expect, test } from 'vitest';
import { setShelf } from '#lib/catalog/inventory/set-shelf.server.ts';
import { DiskFileStore } from '#lib/platform/files/storage/disk-file-store.server.ts';
import { cancelOrder, moveOrder } from '#lib/sales/orders/move-order.server.ts';
import { PRINT_KINDS, type PrintKind } from '#lib/sales/printing/print.schema.ts';
import { planPrint, printOrders } from '#lib/sales/printing/print-orders.server.ts';
import { findProductLabels, productLabelsPdf } from '#lib/sales/printing/product-labels.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { setService } from '#support/offer-service.ts';
import { HOME, orderFixture } from '#support/order-fixture.ts';
import { pdfTextLines } from '#support/pdf-text-lines.ts';

const HINDI_NAME = 'आशा राव';

onBothEngines('printing', (open) => {
  async function setUp() {
    const db = await open();
    await stockGoods(db);
    await setShelf(db, 'test-kurta', 'A-3', 0);
    await setService(db, 'giftWrap.offered');
    const { shop: baseShop, place, cartOf } = orderFixture(db);
    const shop = { ...baseShop, files: new DiskFileStore('') };
    const note = 'Happy birthday!';
    const firstOrder = await place(await cartOf(['test-kurta', 2], ['test-cloth', 2.5]), {
      address: { ...HOME, name: HINDI_NAME },
      note,
      giftWrap: { note: 'आशा को प्यार' },
    });
    const secondOrder = await place(await cartOf(['test-scarf', 1]));
    const printToText = async (ids: string[], kinds: PrintKind[], sheet: 'a4' | '4x6' = 'a4') => {
      const pdf = await printOrders(shop, await planPrint(db, ids, { kinds, scope: 'all' }), sheet);
      if (!pdf) throw new Error('Nothing was printed.');
      const lines = pdfTextLines(pdf);
      return {
        pdf,
        lines,
        pageCount: Math.max(...lines.map(({ page }) => page)),
        texts: lines.map(({ text }) => text),
      };
    };
    return { db, shop, firstOrder, secondOrder, place, cartOf, printToText };
  }

  test('a packing slip shows the items with their shelves and bolts, and the notes, but no prices', async () => {
    const { firstOrder, printToText } = await setUp();
    const { texts, pageCount } = await printToText([firstOrder.id], ['slips']);
    expect(pageCount).toBe(1);
    expect(texts).toEqual(
      expect.arrayContaining([
        'Packing slip',
        firstOrder.number,
        HINDI_NAME,
        'Test Kurta',
        'Rust/M',
        'TK-M',
        'A-3',
        '2 ×',
        'Test Cloth',
        '2.5 m',
        'from bolt 2',
        'Happy birthday!',
        'Gift wrap',
        'आशा को प्यार',
      ]),
    );
    expect(texts.join('\n')).not.toMatch(/₹|\d\.\d\d\b/);
  });

  test('a pick list adds up the items of several orders, sorted by shelf', async () => {
    const { firstOrder, secondOrder, place, cartOf, printToText } = await setUp();
    const thirdOrder = await place(await cartOf(['test-kurta', 1]));
    const { texts, pageCount } = await printToText([firstOrder.id, secondOrder.id, thirdOrder.id], ['pick']);
    expect(pageCount).toBe(1);
    expect(texts).toContain('3 ×');
    const rows = texts.filter((text) => /^(Test|A-3)/.test(text));
    expect(rows).toEqual(['A-3', 'Test Kurta', 'Test Cloth', 'Test Scarf']);
    expect(texts).toContain(`2.5 m from bolt 2 for ${Number(firstOrder.number.slice(-6))}`);
  });

  test.each([
    ['a4', [595.28, 841.89], 2],
    ['4x6', [288, 432], 9],
  ] as const)('nine labels on %s fill pages of %o points, %i in total', async (sheet, size, pageCount) => {
    const { firstOrder, secondOrder, place, cartOf, printToText } = await setUp();
    const ids = [firstOrder.id, secondOrder.id];
    while (ids.length < 9) ids.push((await place(await cartOf(['test-scarf', 1]))).id);
    const printout = await printToText(ids, ['labels'], sheet);
    expect(printout.pageCount).toBe(pageCount);
    const boxes = printout.pdf.toString('latin1').match(/\/MediaBox \[[^\]]*\]/g);
    expect(boxes).toEqual(Array(pageCount).fill(`/MediaBox [0 0 ${size[0]} ${size[1]}]`));
    expect(printout.texts.filter((text) => text === '500003')).toHaveLength(9);
    expect(printout.texts).toContain('Collect in cash');
    expect(printout.texts).toContain(firstOrder.number);
    expect(printout.texts.some((text) => text.startsWith('From: '))).toBe(true);
  });

  test('one PDF contains all selected kinds, one after another, with each invoice on its own page', async () => {
    const { shop, firstOrder, secondOrder, printToText } = await setUp();
    await moveOrder(shop, firstOrder.id, 'shipped');
    await moveOrder(shop, secondOrder.id, 'shipped');
    const { lines, pageCount } = await printToText([secondOrder.id, firstOrder.id], ['slips', 'labels', 'invoices']);
    expect(pageCount).toBe(5);
    const headings = lines.filter(({ size }) => size === 16).map(({ page, text }) => [page, text.split(' ')[0]]);
    expect(headings).toEqual([
      [1, 'Packing'],
      [2, 'Packing'],
      [4, 'Tax'],
      [5, 'Tax'],
    ]);
  });

  test('orders that can’t be printed are listed with the reason', async () => {
    const { db, shop, firstOrder, secondOrder } = await setUp();
    await cancelOrder(shop, secondOrder.id, 'shop');
    const plans = await planPrint(db, [firstOrder.id, secondOrder.id, 'gone'], { kinds: PRINT_KINDS, scope: 'all' });
    const planSummaries = plans.map(({ kind, printableOrders, refusedOrders }) => [
      kind,
      printableOrders.length,
      refusedOrders.map(
        ({ order, refusal }) => `${order.number === secondOrder.number ? 'second' : 'first'} ${refusal}`,
      ),
    ]);
    const noInvoice = 'This order has no invoice yet: it comes with the parcel.';
    expect(planSummaries).toEqual([
      ['pick', 1, ["second An order that is cancelled can't be packed."]],
      ['slips', 1, ['second is cancelled: nothing is sent']],
      ['labels', 1, ['second is cancelled: nothing is sent']],
      ['invoices', 0, [`first ${noInvoice}`, `second ${noInvoice}`]],
    ]);
    const invoices = plans.filter(({ kind }) => kind === 'invoices');
    expect(await printOrders(shop, invoices, 'a4')).toBeUndefined();
  });

  test('product labels have a code, and cloth gets a label for each bolt', async () => {
    const { db } = await setUp();
    await db.write.updateTable('variant').set({ barcode: '8901234567890' }).where('sku', '=', 'TK-L').execute();
    const requestedLabels = [
      { name: 'test-kurta', count: 2 },
      { name: 'TC', count: 1 },
      { name: 'none', count: 1 },
    ];
    const { labels, errors } = await findProductLabels(db, requestedLabels);
    expect(labels.map(({ variant, code, count }) => [variant, code, count])).toEqual([
      ['Rust/M', 'TK-M', 2],
      ['Rust/L', '8901234567890', 2],
      // The first order used up bolt 2.
      ['bolt 1', 'TC/1', 1],
    ]);
    expect(errors).toEqual([expect.stringContaining('No product or variant is called none.')]);
    const texts = pdfTextLines(await productLabelsPdf(labels)).map(({ text }) => text);
    expect(texts.filter((text) => text === 'TK-M')).toHaveLength(2);
    expect(texts).toContain('TC/1');
  });
});
