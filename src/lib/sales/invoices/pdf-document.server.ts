import { buffer } from 'node:stream/consumers';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { MARGIN } from '#lib/sales/invoices/paper.ts';
import type { Pdf } from '#lib/sales/invoices/pdf-fonts.server.ts';
import { PdfText } from '#lib/sales/invoices/pdf-text.server.ts';

/** Draws one part, such as an invoice. Must call `pdf.addPage()` first. */
export type PdfPart = (pdf: Pdf, text: PdfText) => void;

/**
 * Creates a PDF with several parts, in A4 unless a part adds pages of another size. `texts` contains all texts that may
 * be in a script other than Latin, because the scripts determine which fonts are loaded. Yields to the event loop
 * between parts, so that shoppers don't wait.
 */
export async function createPdf(title: string, texts: readonly string[], parts: readonly PdfPart[]): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: title },
    lang: 'en-IN',
    autoFirstPage: false,
  });
  const content = buffer(pdf);
  const text = await PdfText.create(pdf, texts);
  for (const draw of parts) {
    draw(pdf, text);
    await yieldToEventLoop();
  }
  pdf.end();
  return content;
}
