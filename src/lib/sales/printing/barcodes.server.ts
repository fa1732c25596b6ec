import { isGtin } from '#lib/catalog/feeds/gtin.ts';
import type { Pdf } from '#lib/sales/invoices/pdf-fonts.server.ts';
import type { PdfText } from '#lib/sales/invoices/pdf-text.server.ts';

/** The position and size of a barcode, in points. */
export interface BarcodeBox {
  x: number;
  y: number;
  width: number;
  /** The height of the bars, without the text below them. */
  height: number;
}

/** The minimum margin on each side of the bars, in modules. */
const QUIET_MODULES = 10;
/** The maximum width of a module, in points. */
const MAX_MODULE_WIDTH = 1.2;
/** The font size of the text below the bars, in points. */
const TEXT_SIZE = 8;
const MAX_CHARACTERS = 48;

/**
 * Draws a barcode above its text: an EAN-13 if the code is a valid EAN-13, or a Code 128 for other codes. If the code
 * is too long or has characters other than printable ASCII, draws only the text. Returns the height in points.
 */
export type DrawBarcode = (pdf: Pdf, text: PdfText, code: string, box: BarcodeBox) => number;

/**
 * Returns a function that draws barcodes as vectors. Imports `bwip-js` only when it is called, because many processes
 * never print.
 */
export async function loadBarcodes(): Promise<DrawBarcode> {
  const { default: bwip } = await import('bwip-js/node');
  return (pdf, text, code, { x, y, width, height }) => {
    const captionOptions = { x, y: y + height + 1, width, size: TEXT_SIZE, align: 'center' as const };
    if (!isDrawable(code)) return text.write(code, { ...captionOptions, y });
    const kind = isEan13(code) ? 'ean13' : 'code128';
    const [barcode] = bwip.raw({ bcid: kind, text: code });
    if (!barcode || !('sbs' in barcode)) throw new Error(`${kind} has no bars`);
    // The alternating widths of bars and spaces, in modules, beginning with a bar.
    const moduleCount = barcode.sbs.reduce((sum, bar) => sum + bar, 0);
    const moduleWidth = Math.min(MAX_MODULE_WIDTH, width / (moduleCount + 2 * QUIET_MODULES));
    let left = x + (width - moduleCount * moduleWidth) / 2;
    for (const [index, bar] of barcode.sbs.entries()) {
      if (index % 2 === 0) pdf.rect(left, y, bar * moduleWidth, height);
      left += bar * moduleWidth;
    }
    pdf.fill('#000000');
    return height + 1 + text.write(code, captionOptions);
  };
}

function isEan13(code: string): boolean {
  return code.length === 13 && isGtin(code);
}

/** Returns whether a barcode can be drawn: for 1 to `MAX_CHARACTERS` printable ASCII characters. */
function isDrawable(code: string): boolean {
  return /^[\x20-\x7e]+$/.test(code) && code.length <= MAX_CHARACTERS;
}
