import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** One PDF with all pages of these, in order. Throws for a file that is not a valid PDF. */
export async function joinPdfs(pdfs: readonly Uint8Array[]): Promise<Buffer> {
  const { PDFDocument } = await import('pdf-lib');
  const joined = await PDFDocument.create();
  for (const pdf of pdfs) {
    const source = await PDFDocument.load(pdf);
    for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page);
    await yieldToEventLoop();
  }
  return Buffer.from(await joined.save());
}
