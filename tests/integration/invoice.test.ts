import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readInvoice } from '#lib/orders/invoice.server.ts';
import { invoicePage } from '#lib/orders/invoice-page.ts';
import { invoicePdf } from '#lib/orders/invoice-pdf.server.ts';
import { trackToken } from '#lib/orders/track-token.server.ts';
import { onBothEngines } from '../support/database.ts';
import { stockGoods } from '../support/goods.ts';
import { HOME, orderDesk } from '../support/order-desk.ts';

const rupees = (text: string) => Math.round(Number(text.replaceAll(',', '')) * 100);

onBothEngines('an invoice', (open) => {
  async function desk() {
    const db = await open();
    await stockGoods(db);
    const made = orderDesk(db);
    const place = async (more: Parameters<typeof made.place>[1] = {}) => {
      const order = await made.place(await made.cartOf(['test-kurta', 1]), more);
      return { order, viewer: { token: trackToken(made.shop.secretKey, order.id) } };
    };
    return { ...made, place };
  }

  test('is numbered once, when it is asked for; numbers follow each other', async () => {
    const { shop, place } = await desk();
    const first = await place();
    const second = await place();
    const invoices = await Promise.all([1, 2, 3].map(() => readInvoice(shop, first.order.id, first.viewer)));
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(1);
    const next = await readInvoice(shop, second.order.id, second.viewer);
    const last = (number: string | undefined) => Number(/(\d+)$/.exec(number ?? '')?.[1]);
    expect(last(next.number)).toBe(last(invoices[0]?.number) + 1);
    expect(next.number.length).toBeLessThanOrEqual(16);
  });

  test('numbers stay consecutive in each financial year, wherever the clock is set', async () => {
    const { shop, clock, place } = await desk();
    await shop.db.write.updateTable('variant').set({ quantity: 100 }).execute();
    const seen: Record<string, number[]> = {};
    for (const day of ['2027-03-31', '2027-04-01', '2027-03-31', '2028-04-01', '2026-11-21', '2027-04-02']) {
      clock.at = Date.parse(`${day}T23:30:00+05:30`);
      const placed = [await place(), await place()];
      const numbers = placed.map(({ order, viewer }) => readInvoice(shop, order.id, viewer));
      for (const { number } of await Promise.all(numbers)) {
        expect(number.length).toBeLessThanOrEqual(16);
        const [, year = '', n] = /^TA\/(\d\d-\d\d)\/(\d+)$/.exec(number) ?? [];
        seen[year] = [...(seen[year] ?? []), Number(n)];
      }
      clock.at += 7 * 86_400_000;
      // Asked for again, at whatever time, it is the same.
      const [first] = placed;
      if (first) expect((await readInvoice(shop, first.order.id, first.viewer)).number).toMatch(/^TA/);
    }
    for (const numbers of Object.values(seen)) {
      expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
    }
    expect(Object.fromEntries(Object.entries(seen).map(([year, numbers]) => [year, numbers.length]))).toEqual({
      '26-27': 6,
      '27-28': 4,
      '28-29': 2,
    });
  });

  test('its columns add up; within the state in halves, else in one', async () => {
    const { shop, place } = await desk();
    const home = await place();
    const away = await place({ address: { ...HOME, pincode: '560001', city: 'Bengaluru', state: 'Karnataka' } });
    for (const { order, viewer } of [home, away]) {
      const invoice = await readInvoice(shop, order.id, viewer);
      const { taxable, cgst, sgst, igst, total } = invoice.sum;
      expect(rupees(taxable) + rupees(cgst) + rupees(sgst) + rupees(igst)).toBe(order.total_paise);
      expect(rupees(total)).toBe(order.total_paise);
      expect(invoice.rows.reduce((sum, row) => sum + rupees(row.total), 0)).toBe(order.total_paise);
      expect(invoice.isSameState).toBe(order === home.order);
    }
  });

  test('nobody reads another’s, and an unpaid order has none', async () => {
    const { shop, place } = await desk();
    const { order } = await place();
    await expect(readInvoice(shop, order.id, {})).rejects.toMatchObject({ code: 'not_found' });
    const other = await place();
    await expect(readInvoice(shop, order.id, other.viewer)).rejects.toMatchObject({ code: 'not_found' });
    const unpaid = await place({ payment: 'test' });
    await expect(readInvoice(shop, unpaid.order.id, unpaid.viewer)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('what people typed is text on the page, and a PDF is made of it', async () => {
    const { shop, place } = await desk();
    const { order, viewer } = await place({ address: { ...HOME, name: '<script>alert(1)</script> “आशा”' } });
    const invoice = await readInvoice(shop, order.id, viewer);
    const page = invoicePage(invoice, { pdf: '/p', order: '/o' });
    expect(page).not.toContain('<script');
    expect(page).toContain('आशा');
    const pdf = await invoicePdf(invoice);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.subarray(-6).toString()).toContain('%%EOF');
    // Its fonts have Western letters only: the name is spelt in those, and a note says so.
    const text = textOfPdf(pdf);
    expect(text).toContain('"Asha"');
    expect(text).toContain('Words in other scripts are spelt in Latin letters');
    expect(text).not.toContain('?');
  });
});

/** What stands in a PDF of pdfkit: compressed pages, with texts in hexadecimal. */
function textOfPdf(pdf: Buffer): string {
  const pages = pdf
    .toString('latin1')
    .split('stream\n')
    .filter((_, index) => index % 2 === 1);
  const shown = pages.flatMap((page) => {
    try {
      return inflateSync(Buffer.from(page, 'latin1')).toString('latin1');
    } catch {
      return [];
    }
  });
  const lines = shown.join('\n').matchAll(/\[(.*?)\] TJ/g);
  const texts = [...lines].map(([, parts = '']) =>
    [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
  );
  return texts.join(' ');
}
