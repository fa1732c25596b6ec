import { MARGIN } from '#lib/sales/invoices/paper.ts';
import { createPdf, type PdfPart } from '#lib/sales/invoices/pdf-document.server.ts';
import {
  GAP,
  GREY,
  nextPage,
  type PdfSheet,
  SHEET_BOTTOM,
  SHEET_WIDTH,
  writeBlock,
  writeTable,
} from '#lib/sales/invoices/pdf-table.server.ts';
import { type TaxDocument, taxTable } from '#lib/sales/invoices/tax-document.ts';

/**
 * The widths of columns in points, by heading. Tax columns have `TAX_COLUMN_WIDTH`. The first column, Goods, has the
 * remaining width.
 */
const COLUMN_WIDTHS: Readonly<Record<string, number>> = {
  'HSN / SAC': 52,
  Quantity: 48,
  'Unit price': 60,
  Discount: 50,
  'Taxable value': 62,
  Total: 64,
};
const TAX_COLUMN_WIDTH = 54;

export function taxDocumentPdf(document: TaxDocument): Promise<Buffer> {
  return createPdf(titleOf(document), taxDocumentTexts(document), [taxDocumentPart(document)]);
}

/** Returns the texts that customers and the shop have written. The scripts of these texts determine the fonts. */
export function taxDocumentTexts({ seller, buyer, details, rows }: TaxDocument): string[] {
  return [
    ...seller,
    ...buyer,
    ...details.flat(),
    ...rows.flatMap(({ description, subLines }) => [description, ...subLines]),
  ];
}

export function taxDocumentPart(document: TaxDocument): PdfPart {
  return (pdf, text) => {
    pdf.addPage();
    const sheet = { pdf, text, y: MARGIN, runningHead: titleOf(document) };
    writeHead(sheet, document);
    writeGoods(sheet, document);
    writeTotalAndNotes(sheet, document);
  };
}

function titleOf({ title, number }: TaxDocument): string {
  return `${title} ${number}`;
}

function writeHead(sheet: PdfSheet, document: TaxDocument): void {
  const { text } = sheet;
  const { remark, details, seller, buyer } = document;
  const box = { x: MARGIN, width: SHEET_WIDTH };
  sheet.y += text.write(titleOf(document), { ...box, y: sheet.y, size: 16, isBold: true }) + GAP;
  if (remark) sheet.y += text.write(remark, { ...box, y: sheet.y, size: 9 }) + GAP;
  const width = (SHEET_WIDTH - 2 * 14) / 3;
  const bottoms = [
    writeBlock(sheet, 'Sold by', seller, { x: MARGIN, width }),
    writeBlock(sheet, 'Billed and delivered to', buyer, { x: MARGIN + width + 14, width }),
    writeDetails(sheet, details, MARGIN + 2 * (width + 14), width),
  ];
  sheet.y = Math.max(...bottoms) + 14;
}

function writeDetails({ text, y }: PdfSheet, details: TaxDocument['details'], x: number, width: number): number {
  let top = y;
  for (const [label, value] of details) {
    top += text.write(label, { x, y: top, width, size: 7.5, color: GREY });
    top += text.write(value, { x, y: top, width, size: 9 }) + 1;
  }
  return top;
}

function writeGoods(sheet: PdfSheet, document: TaxDocument): void {
  const { headings, rows, foot } = taxTable(document);
  const widths = headings.map((heading, index) => (index === 0 ? 0 : (COLUMN_WIDTHS[heading] ?? TAX_COLUMN_WIDTH)));
  widths[0] = SHEET_WIDTH - widths.reduce((a, b) => a + b, 0);
  writeTable(sheet, { widths, headings, rows, foot });
}

function writeTotalAndNotes(sheet: PdfSheet, document: TaxDocument): void {
  const { text } = sheet;
  if (sheet.y + 70 > SHEET_BOTTOM) nextPage(sheet);
  sheet.y += 10;
  const box = { x: MARGIN, width: SHEET_WIDTH - GAP };
  sheet.y += text.write(`${document.totalLabel}: ₹${document.sum.total}`, {
    ...box,
    y: sheet.y,
    size: 12,
    isBold: true,
    align: 'right',
  });
  sheet.y += text.write(document.amountInWords, { ...box, y: sheet.y, size: 9, align: 'right' }) + 12;
  sheet.y += text.write(document.notes.join(' '), { ...box, y: sheet.y, size: 8, color: GREY });
}
