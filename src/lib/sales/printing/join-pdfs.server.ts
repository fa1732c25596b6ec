import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** One PDF with the pages of all given ones, in order. Throws for a file that is not a valid PDF. */
export async function joinPdfs(pdfs: readonly Uint8Array[]): Promise<Buffer> {
  const { PDFDocument } = await import('pdf-lib');
  const merged = await PDFDocument.create();
  for (const pdf of pdfs) {
    const source = await PDFDocument.load(pdf);
    for (const page of await merged.copyPages(source, source.getPageIndices())) merged.addPage(page);
    await yieldToEventLoop();
  }
  return Buffer.from(await merged.save());
}
