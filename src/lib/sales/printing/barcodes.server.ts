import { isGtin } from '#lib/catalog/feeds/gtin.ts';
import type { Pdf } from '#lib/sales/invoices/pdf-fonts.server.ts';
import type { PdfText } from '#lib/sales/invoices/pdf-text.server.ts';

/** The alternating widths of bars and spaces, in modules, beginning with a bar. */
type Bars = readonly number[];

/** The position and size of a barcode, in points. */
export interface BarcodeBox {
  x: number;
  y: number;
  width: number;
  /** The height of the bars, without the text below them. */
  height: number;
}

const QUIET_MODULES = 10;
/** The maximum width of a module, in points. */
const MAX_MODULE = 1.2;
const TEXT_SIZE = 8;
const MAX_CHARACTERS = 48;

/** Draws barcodes as vectors. `load` imports the package, because many processes never print. */
export class Barcodes {
  readonly #bars: (kind: 'code128' | 'ean13', text: string) => Bars;

  private constructor(bars: (kind: 'code128' | 'ean13', text: string) => Bars) {
    this.#bars = bars;
  }

  static async load(): Promise<Barcodes> {
    const { default: bwip } = await import('bwip-js/node');
    return new Barcodes((kind, text) => {
      const [symbol] = bwip.raw({ bcid: kind, text });
      if (!symbol || !('sbs' in symbol)) throw new Error(`${kind} has no bars`);
      return symbol.sbs;
    });
  }

  /**
   * Draws a barcode above its text: an EAN-13 if the code is a valid EAN-13, or a Code 128 for other codes. If the code
   * is too long or has characters other than ASCII, draws only the text. Returns the height in points.
   */
  draw(pdf: Pdf, text: PdfText, code: string, { x, y, width, height }: BarcodeBox): number {
    const caption = { x, y: y + height + 1, width, size: TEXT_SIZE, align: 'center' as const };
    if (!isDrawable(code)) return text.write(code, { ...caption, y });
    const bars = this.#bars(isEan13(code) ? 'ean13' : 'code128', code);
    const modules = bars.reduce((sum, bar) => sum + bar, 0);
    const module = Math.min(MAX_MODULE, width / (modules + 2 * QUIET_MODULES));
    let left = x + (width - modules * module) / 2;
    for (const [index, bar] of bars.entries()) {
      if (index % 2 === 0) pdf.rect(left, y, bar * module, height);
      left += bar * module;
    }
    pdf.fill('#000000');
    return height + 1 + text.write(code, caption);
  }
}

function isEan13(code: string): boolean {
  return code.length === 13 && isGtin(code);
}

/** Returns whether a barcode can be drawn. Code 128 is drawn only for ASCII characters. */
function isDrawable(code: string): boolean {
  return /^[\x20-\x7e]+$/.test(code) && code.length <= MAX_CHARACTERS;
}
