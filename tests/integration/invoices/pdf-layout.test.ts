import { describe, expect, test } from 'vitest';
import type { DocumentRow, TaxDocument } from '#lib/sales/invoices/tax-document.ts';
import { taxDocumentPdf } from '#lib/sales/invoices/tax-document-pdf.server.ts';
import { pdfTextLines } from '#support/pdf-text-lines.ts';

const ROW: DocumentRow = {
  description: 'Scarf',
  subLines: ['Red'],
  hsn: '6214',
  quantity: '3 NOS',
  unitPrice: '105.00',
  discount: '5.00',
  taxable: '295.24',
  rate: '5 %',
  cgst: '7.38',
  sgst: '7.38',
  igst: '0.00',
  total: '310.00',
};
const DOCUMENT: TaxDocument = {
  title: 'Tax invoice',
  scheme: 'regular',
  remark: '',
  number: 'IN/26-27/000001',
  date: '23 Nov 2026',
  details: [
    ['Invoice date', '23 Nov 2026'],
    ['Order', 'TA-2026-000001 of 21 Nov 2026'],
  ],
  seller: ['Taana', 'Ranigunj, Hyderabad'],
  buyer: ['Asha Rao', '5-4-86, Karkhana Lane'],
  rows: [ROW],
  sum: { discount: '5.00', taxable: '295.24', cgst: '7.38', sgst: '7.38', igst: '0.00', total: '310.00' },
  isSplitTax: true,
  totalLabel: 'Total',
  amountInWords: 'Rupees three hundred ten only',
  notes: ['Amounts are in rupees.'],
};
/** The edges of the area within the margins of an A4 page, in PDF points. */
const [LEFT, RIGHT, TOP, BOTTOM] = [36, 595 - 36, 36, 842 - 36];

const drawLines = async (change: Partial<TaxDocument> = {}) =>
  pdfTextLines(await taxDocumentPdf({ ...DOCUMENT, ...change }));
const rowsOf = (n: number) => Array.from({ length: n }, (_, index) => ({ ...ROW, description: `Scarf ${index + 1}` }));

describe('an invoice as PDF', () => {
  test('has the approved layout', async () => {
    const lines = await drawLines();
    expect(lines.map(({ x, y, size, text }) => `${Math.round(x)} ${Math.round(y)} ${size} ${text}`)).toMatchSnapshot();
  });

  test('has the remark of a bill of supply below the title, which moves the rest down', async () => {
    const withoutRemark = await drawLines({ scheme: 'composition' });
    const withRemark = await drawLines({ scheme: 'composition', remark: 'composition taxable person' });
    const yOf = (lines: typeof withRemark, text: string) => lines.find((item) => item.text === text)?.y ?? 0;
    expect(yOf(withRemark, 'composition taxable person')).toBeGreaterThan(
      yOf(withRemark, 'Tax invoice IN/26-27/000001'),
    );
    // The height of a line of 9 points, and the gap below it.
    expect(yOf(withRemark, 'Sold by') - yOf(withoutRemark, 'Sold by')).toBeCloseTo(9 * 1.36 + 6, 1);
  });

  test.each([1, 22, 23, 24, 25, 60])(
    'with %i rows stays within the margins and has the table headings on each page with rows',
    async (n) => {
      const lines = await drawLines({ rows: rowsOf(n) });
      for (const { x, y, right, text } of lines) {
        expect(x, text).toBeGreaterThanOrEqual(LEFT);
        expect(right, text).toBeLessThanOrEqual(RIGHT + 0.1);
        expect(y, text).toBeGreaterThan(TOP);
        expect(y, text).toBeLessThanOrEqual(BOTTOM);
      }
      const pages = new Set(lines.map(({ page }) => page));
      for (const page of pages) {
        const items = lines.filter((item) => item.page === page);
        const hasRows = items.some(({ text }) => /^Scarf \d+$/.test(text));
        if (hasRows) expect(items.some(({ text }) => text === 'HSN / SAC')).toBe(true);
        expect(items[0]?.text).toBe('Tax invoice IN/26-27/000001');
      }
      const rows = lines.filter(({ text }) => /^Scarf \d+$/.test(text)).map(({ text }) => text);
      expect(rows).toEqual(rowsOf(n).map(({ description }) => description));
      expect(lines.filter(({ text }) => text.startsWith('Total: '))).toHaveLength(1);
    },
  );

  test('right-aligns amounts, each column below its heading', async () => {
    const lines = await drawLines();
    const rightOf = (text: string) => lines.filter((item) => item.text === text).map(({ right }) => right);
    for (const [heading, value] of [
      ['Quantity', '3 NOS'],
      ['Unit price', '105.00'],
      ['Taxable value', '295.24'],
      ['CGST', '7.38'],
    ] as const)
      expect(rightOf(value)[0], heading).toBeCloseTo(rightOf(heading)[0] ?? 0, 1);
    expect(rightOf('310.00').at(-1)).toBeCloseTo(RIGHT - 6, 1);
  });

  test('wraps text that is too long for its column, including a word without spaces', async () => {
    const longText = 'Handloom cotton scarf with a border in four colours and tassels';
    const word = 'W'.repeat(40);
    const lines = await drawLines({
      rows: [
        { ...ROW, description: longText },
        { ...ROW, description: word },
      ],
    });
    const column = lines.filter(({ x, y }) => x === LEFT && y > 150).map(({ text }) => text);
    const end = column.indexOf('Red');
    expect(
      column
        .slice(
          column.findIndex((text) => longText.startsWith(text)),
          end,
        )
        .join(' '),
    ).toBe(longText);
    expect(column.slice(end + 1, column.indexOf('Red', end + 1)).join('')).toBe(word);
    for (const item of lines) if (item.x === LEFT && item.y > 150) expect(item.right).toBeLessThan(LEFT + 110);
  });
});
