import type { Invoice } from '#lib/orders/invoice.ts';
import { latinLetters } from '#lib/orders/latin-letters.ts';

const MARGIN = 40;
const WIDTH = 595 - 2 * MARGIN;
const BOTTOM = 780;
type Pdf = InstanceType<typeof import('pdfkit')>;

/** The invoice as a PDF of A4 pages. The library is loaded at the first one. */
export async function invoicePdf(invoice: Invoice): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({ size: 'A4', margin: MARGIN, info: { Title: `Invoice ${invoice.number}` } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  writeHead(pdf, invoice);
  writeTable(pdf, invoice);
  writeFoot(pdf, invoice);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

function writeHead(pdf: Pdf, invoice: Invoice): void {
  pdf.font('Helvetica-Bold').fontSize(16).text(`Tax invoice ${invoice.number}`);
  pdf.font('Helvetica').fontSize(9);
  pdf.text(`${invoice.date}  |  Order ${invoice.orderNumber} of ${invoice.orderDate}`).moveDown();
  const top = pdf.y;
  const column = WIDTH / 2;
  const bottoms = [
    block(pdf, 'Sold by', invoice.seller, MARGIN, top, column - 16),
    block(pdf, 'Billed and delivered to', invoice.buyer, MARGIN + column, top, column),
  ];
  pdf.y = Math.max(...bottoms) + 8;
  pdf.x = MARGIN;
  pdf
    .text(`Place of supply: ${latinLetters(invoice.placeOfSupply)}   Payment: ${latinLetters(invoice.payment)}`)
    .moveDown();
}

function block(pdf: Pdf, heading: string, lines: readonly string[], x: number, y: number, width: number): number {
  pdf.font('Helvetica-Bold').text(heading, x, y, { width });
  pdf.font('Helvetica');
  for (const line of lines) pdf.text(latinLetters(line), x, pdf.y, { width });
  return pdf.y;
}

function writeTable(pdf: Pdf, { rows, sum, isSameState }: Invoice): void {
  const taxNames = isSameState ? ['CGST', 'SGST'] : ['IGST'];
  const taxes = (row: { cgst: string; sgst: string; igst: string }) =>
    isSameState ? [row.cgst, row.sgst] : [row.igst];
  const widths = [0, 52, 46, 62, 34, ...taxNames.map(() => 52), 62];
  widths[0] = WIDTH - widths.reduce((a, b) => a + b, 0);
  writeRow(pdf, widths, ['Goods', 'HSN', 'Quantity', 'Taxable', 'GST', ...taxNames, 'Total'], true);
  for (const row of rows) {
    writeRow(pdf, widths, [row.what, row.hsn, row.amount, row.taxable, row.rate, ...taxes(row), row.total]);
  }
  writeRow(pdf, widths, ['Total', '', '', sum.taxable, '', ...taxes(sum), sum.total], true);
  pdf.y += 8;
  writeRupees(pdf, sum.total, 12);
}

function writeFoot(pdf: Pdf, invoice: Invoice): void {
  const written = [...invoice.buyer, ...invoice.rows.map(({ what }) => what)];
  const isSpelt = written.some((text) => latinLetters(text) !== text);
  const notes = [
    'Amounts are in rupees and include GST. Tax is not payable on reverse charge.',
    'This invoice was made by a computer and needs no signature.',
    ...(isSpelt
      ? [
          'Words in other scripts are spelt in Latin letters here; the page of this invoice has them as they were written.',
        ]
      : []),
  ];
  pdf.moveDown().font('Helvetica').fontSize(8).text(notes.join(' '), MARGIN, pdf.y, { width: WIDTH });
}

function writeRow(pdf: Pdf, widths: readonly number[], values: readonly string[], isBold = false): void {
  pdf.font(isBold ? 'Helvetica-Bold' : 'Helvetica').fontSize(8.5);
  const [first = 0] = widths;
  const height = pdf.heightOfString(latinLetters(values[0] ?? ''), { width: first - 6 });
  if (pdf.y + height > BOTTOM) pdf.addPage();
  const top = pdf.y + 4;
  let x = MARGIN;
  for (const [index, value] of values.entries()) {
    const width = widths[index] ?? 0;
    pdf.text(latinLetters(value), x, top, { width: width - 6, align: index === 0 ? 'left' : 'right' });
    x += width;
  }
  pdf.x = MARGIN;
  pdf.y = top + height + 4;
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + WIDTH, pdf.y)
    .lineWidth(0.5)
    .strokeColor('#ddd4c3')
    .stroke();
}

/** The fonts that every PDF reader brings have no sign of the rupee, so it is drawn, as high as a capital. */
function writeRupees(pdf: Pdf, amount: string, size: number): void {
  const left = MARGIN + WIDTH - 6 - pdf.font('Helvetica-Bold').fontSize(size).widthOfString(amount) - size * 0.7;
  const top = pdf.y;
  const at = (x: number, y: number): [number, number] => [left + x * size, top + y * size];
  pdf.lineWidth(size / 11).strokeColor('#000000');
  pdf.moveTo(...at(0, 0.04)).lineTo(...at(0.5, 0.04));
  pdf.moveTo(...at(0, 0.2)).lineTo(...at(0.5, 0.2));
  pdf.moveTo(...at(0, 0.04)).lineTo(...at(0.15, 0.04));
  pdf.bezierCurveTo(...at(0.45, 0.04), ...at(0.45, 0.37), ...at(0.15, 0.37)).lineTo(...at(0, 0.37));
  pdf.lineTo(...at(0.36, 0.72)).stroke();
  pdf.text(amount, MARGIN, top, { width: WIDTH - 6, align: 'right' });
}
