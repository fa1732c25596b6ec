import type { Pdf } from '#lib/sales/invoices/pdf-fonts.server.ts';
import { PdfText } from '#lib/sales/invoices/pdf-text.server.ts';
import { type TableCell, type TaxDocument, taxTable } from '#lib/sales/invoices/tax-document.ts';

const MARGIN = 36;
const WIDTH = 595 - 2 * MARGIN;
const BOTTOM = 842 - MARGIN;
const SOFT = '#555555';
const HAIRLINE = '#cccccc';
const GAP = 6;
const SIZE = 8;
/** The width of each column by its heading; the items column takes the remaining width. */
const WIDTHS: Readonly<Record<string, number>> = {
  'HSN / SAC': 52,
  Quantity: 48,
  'Unit price': 60,
  Discount: 50,
  'Taxable value': 62,
  Total: 64,
};
const TAX_WIDTH = 54;

interface Sheet {
  pdf: Pdf;
  text: PdfText;
  document: TaxDocument;
  y: number;
}

export async function invoicePdf(document: TaxDocument): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const info = { Title: `${document.title} ${document.number}` };
  const pdf = new PdfDocument({ size: 'A4', margin: MARGIN, info, lang: 'en-IN' });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  const { seller, buyer, rows } = document;
  const typed = [...seller, ...buyer, ...document.about.flat(), ...rows.flatMap(({ what, more }) => [what, ...more])];
  const sheet = { pdf, document, y: MARGIN, text: await PdfText.of(pdf, typed) };
  writeHead(sheet);
  writeTable(sheet);
  writeFoot(sheet);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function writeHead(sheet: Sheet): void {
  const { text, document } = sheet;
  const { title, number, remark, about, seller, buyer } = document;
  sheet.y += text.write(`${title} ${number}`, { x: MARGIN, y: sheet.y, width: WIDTH, size: 16, isBold: true }) + GAP;
  if (remark) sheet.y += text.write(remark, { x: MARGIN, y: sheet.y, width: WIDTH, size: 9 }) + GAP;
  const column = (WIDTH - 2 * 14) / 3;
  const bottoms = [
    writeBlock(sheet, 'Sold by', seller, MARGIN, column),
    writeBlock(sheet, 'Billed and delivered to', buyer, MARGIN + column + 14, column),
    writeAbout(sheet, about, MARGIN + 2 * (column + 14), column),
  ];
  sheet.y = Math.max(...bottoms) + 14;
}

function writeBlock({ text, y }: Sheet, heading: string, lines: readonly string[], x: number, width: number): number {
  let top = y + text.write(heading, { x, y, width, size: 8.5, isBold: true, color: SOFT });
  for (const [index, line] of lines.entries()) {
    top += text.write(line, { x, y: top, width, size: 9, isBold: index === 0 });
  }
  return top;
}

function writeAbout({ text, y }: Sheet, about: TaxDocument['about'], x: number, width: number): number {
  let top = y;
  for (const [label, value] of about) {
    top += text.write(label, { x, y: top, width, size: 7.5, color: SOFT });
    top += text.write(value, { x, y: top, width, size: 9 }) + 1;
  }
  return top;
}

function writeTable(sheet: Sheet): void {
  const { heads, rows, foot } = taxTable(sheet.document);
  const widths = heads.map((head, at) => (at === 0 ? 0 : (WIDTHS[head] ?? TAX_WIDTH)));
  widths[0] = WIDTH - widths.reduce((a, b) => a + b, 0);
  const writeHeads = () => writeRow(sheet, widths, textCells(heads), { isBold: true, color: SOFT });
  writeHeads();
  for (const cells of rows) {
    if (sheet.y + heightOf(sheet, widths, cells) > BOTTOM) {
      nextPage(sheet);
      writeHeads();
    }
    writeRow(sheet, widths, cells);
  }
  const sums = textCells(foot);
  if (sheet.y + heightOf(sheet, widths, sums) > BOTTOM) nextPage(sheet);
  writeRow(sheet, widths, sums, { isBold: true });
}

function textCells(texts: readonly string[]): TableCell[] {
  return texts.map((text) => ({ text }));
}

function heightOf({ text }: Sheet, widths: readonly number[], values: readonly TableCell[], isBold = false): number {
  const heights = values.map((cell, index) => {
    const width = (widths[index] ?? 0) - GAP;
    const more = (cell.more ?? []).map((line) => text.height(line, { width, size: SIZE - 1 }));
    return text.height(cell.text, { width, size: SIZE, isBold }) + more.reduce((a, b) => a + b, 0);
  });
  return Math.max(...heights) + GAP;
}

function writeRow(
  sheet: Sheet,
  widths: readonly number[],
  values: readonly TableCell[],
  { isBold = false, color = '#000000' } = {},
): void {
  const { text, pdf } = sheet;
  const height = heightOf(sheet, widths, values, isBold);
  let x = MARGIN;
  for (const [index, cell] of values.entries()) {
    const box = { x, width: (widths[index] ?? 0) - GAP, align: index === 0 ? ('left' as const) : ('right' as const) };
    let y = sheet.y + GAP / 2;
    y += text.write(cell.text, { ...box, y, size: SIZE, isBold, color });
    for (const line of cell.more ?? []) y += text.write(line, { ...box, y, size: SIZE - 1, color: SOFT });
    x += widths[index] ?? 0;
  }
  sheet.y += height;
  pdf
    .moveTo(MARGIN, sheet.y)
    .lineTo(MARGIN + WIDTH, sheet.y)
    .lineWidth(0.5)
    .strokeColor(HAIRLINE)
    .stroke();
}

function writeFoot(sheet: Sheet): void {
  const { text, document } = sheet;
  if (sheet.y + 70 > BOTTOM) nextPage(sheet);
  sheet.y += 10;
  const box = { x: MARGIN, width: WIDTH - GAP };
  sheet.y += text.write(`${document.totalLabel}: ₹${document.sum.total}`, {
    ...box,
    y: sheet.y,
    size: 12,
    isBold: true,
    align: 'right',
  });
  sheet.y += text.write(document.words, { ...box, y: sheet.y, size: 9, align: 'right' }) + 12;
  sheet.y += text.write(document.notes.join(' '), { ...box, y: sheet.y, size: 8, color: SOFT });
}

function nextPage(sheet: Sheet): void {
  sheet.pdf.addPage();
  const { title, number } = sheet.document;
  sheet.y = MARGIN;
  sheet.y +=
    sheet.text.write(`${title} ${number}`, { x: MARGIN, y: sheet.y, width: WIDTH, size: 8, color: SOFT }) + GAP;
}
