import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Joins PDFs into one PDF, in the given order. Throws an error if a file is not a valid PDF. */
export async function joinPdfs(pdfs: readonly Uint8Array[]): Promise<Buffer> {
  const { PDFDocument } = await import('pdf-lib');
  const joinedPdf = await PDFDocument.create();
  for (const pdf of pdfs) {
    const source = await PDFDocument.load(pdf);
    for (const page of await joinedPdf.copyPages(source, source.getPageIndices())) joinedPdf.addPage(page);
    await yieldToEventLoop();
  }
  return Buffer.from(await joinedPdf.save());
}
