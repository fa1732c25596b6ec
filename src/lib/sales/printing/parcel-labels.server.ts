import type { PdfPart } from '#lib/sales/invoices/pdf-document.server.ts';
import type { Pdf } from '#lib/sales/invoices/pdf-fonts.server.ts';
import type { PdfText } from '#lib/sales/invoices/pdf-text.server.ts';
import type { DrawBarcode } from '#lib/sales/printing/barcodes.server.ts';
import { type LabelPosition, labelPosition, PARCEL_SHEETS } from '#lib/sales/printing/label-sheets.ts';
import type { ParcelLabel } from '#lib/sales/printing/parcel-texts.ts';

export type ParcelSheet = keyof typeof PARCEL_SHEETS;

/** The padding, the font sizes, and the height of the barcode, in points. */
const SIZES = {
  a4: { padding: 14, name: 11, text: 9, pincode: 22, collect: 13, small: 6.5, barcodeHeight: 28 },
  '4x6': { padding: 16, name: 15, text: 12, pincode: 34, collect: 20, small: 8, barcodeHeight: 64 },
} satisfies Record<ParcelSheet, object>;
type LabelSizes = (typeof SIZES)[ParcelSheet];
/** The minimum font size, in points. */
const MIN_FONT_SIZE = 5;
const GREY = '#444444';

/** Returns one part of a PDF for each label, so that other requests are handled between the parts. */
export function parcelLabelParts(
  labels: readonly ParcelLabel[],
  sheet: ParcelSheet,
  drawBarcode: DrawBarcode,
): PdfPart[] {
  const { page } = PARCEL_SHEETS[sheet];
  return labels.map((label, index) => (pdf, text) => {
    const position = labelPosition(PARCEL_SHEETS[sheet], index);
    if (position.isFirst) pdf.addPage({ size: [page.width, page.height], margin: 0 });
    drawLabel({ pdf, text, drawBarcode, sizes: SIZES[sheet] }, label, position);
  });
}

interface LabelContext {
  pdf: Pdf;
  text: PdfText;
  drawBarcode: DrawBarcode;
  sizes: LabelSizes;
}

type LabelBox = Omit<LabelPosition, 'isFirst' | 'height'>;

function drawLabel(context: LabelContext, label: ParcelLabel, position: LabelPosition): void {
  const { padding, barcodeHeight, small } = context.sizes;
  const box = { x: position.x + padding, width: position.width - 2 * padding };
  const bottom = position.y + position.height - padding;
  const codeTop = bottom - barcodeHeight - 12;
  const from = `From: ${label.from.join(', ')}`;
  const fromTop = codeTop - context.text.height(from, { width: box.width, size: small }) - 6;
  const addressBottom = drawPayment(context, label, { ...box, y: fromTop - context.sizes.pincode * 1.36 - 7 });
  drawAddress(context, label, { ...box, y: position.y + padding, bottom: addressBottom });
  drawSender(context, from, { ...box, y: fromTop });
  context.drawBarcode(context.pdf, context.text, label.number, { ...box, y: codeTop, height: barcodeHeight });
}

/**
 * Draws the customer's name, address and mobile number, and the carrier and tracking number. If the space is too small,
 * reduces the font size of the name, address and mobile number, down to about `MIN_FONT_SIZE`.
 */
function drawAddress(
  context: LabelContext,
  { name, address, mobile, tracking }: ParcelLabel,
  { x, y, width, bottom }: LabelBox & { bottom: number },
): void {
  const { text, sizes } = context;
  const lines = [...address, mobile];
  let sizeFactor = 1;
  const heightAt = (factor: number) =>
    text.height(name, { width, size: sizes.name * factor, isBold: true }) +
    heightOfLines(context, lines, width, sizes.text * factor) +
    (tracking ? text.height(tracking, { width, size: sizes.small }) : 0);
  while (heightAt(sizeFactor) > bottom - y && sizes.text * sizeFactor > MIN_FONT_SIZE) sizeFactor -= 0.05;
  let top = y + text.write(name, { x, y, width, size: sizes.name * sizeFactor, isBold: true });
  for (const line of lines) top += text.write(line, { x, y: top, width, size: sizes.text * sizeFactor });
  if (tracking) text.write(tracking, { x, y: top, width, size: sizes.small, color: GREY });
}

/**
 * Draws the pincode on the left, and the amount to collect or "Prepaid" on the right. Returns the bottom of the space
 * above the row.
 */
function drawPayment(
  { pdf, text, sizes }: LabelContext,
  { pincode, collect }: ParcelLabel,
  { x, y, width }: LabelBox,
): number {
  text.write(pincode, { x, y, width, size: sizes.pincode, isBold: true });
  const height = sizes.pincode * 1.36;
  const boxWidth = width * 0.46;
  const left = x + width - boxWidth;
  const innerBox = { x: left + 4, width: boxWidth - 8, align: 'center' as const };
  if (collect === undefined) {
    text.write('Prepaid', {
      ...innerBox,
      y: y + (height - sizes.collect * 1.36) / 2,
      size: sizes.collect,
      isBold: true,
    });
    return y - 4;
  }
  pdf.rect(left, y, boxWidth, height).lineWidth(1.2).strokeColor('#000000').stroke();
  const headingHeight = sizes.small * 1.36;
  text.write('Collect in cash', { ...innerBox, y: y + 2, size: sizes.small });
  text.write(collect, {
    ...innerBox,
    y: y + headingHeight,
    size: fittingSize(text, collect, innerBox.width, sizes),
    isBold: true,
  });
  return y - 4;
}

function drawSender({ pdf, text, sizes }: LabelContext, from: string, { x, y, width }: LabelBox): void {
  pdf
    .moveTo(x, y - 3)
    .lineTo(x + width, y - 3)
    .lineWidth(0.5)
    .strokeColor('#999999')
    .stroke();
  text.write(from, { x, y, width, size: sizes.small, color: GREY });
}

function heightOfLines({ text }: LabelContext, lines: readonly string[], width: number, size: number): number {
  return lines.reduce((sum, line) => sum + text.height(line, { width, size }), 0);
}

/** Returns the largest font size at which the amount fits on one line, but not less than `MIN_FONT_SIZE`. */
function fittingSize(text: PdfText, amount: string, width: number, { collect }: LabelSizes): number {
  let size = collect;
  while (size > MIN_FONT_SIZE && text.height(amount, { width, size, isBold: true }) > size * 1.4) size -= 0.5;
  return size;
}
