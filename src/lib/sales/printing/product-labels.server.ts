import { type StockRow, stockRows } from '#lib/catalog/inventory/set-stock.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { boltName } from '#lib/primitives/metres.ts';
import { createPdf, type PdfPart } from '#lib/sales/invoices/pdf-document.server.ts';
import { type DrawBarcode, loadBarcodes } from '#lib/sales/printing/barcodes.server.ts';
import { labelPosition, PRODUCT_SHEET } from '#lib/sales/printing/label-sheets.ts';

/** This length and the lengths below are in points. */
const PADDING = 12;
const CODE_HEIGHT = 30;
const CAPTION_HEIGHT = 14;
const MIN_FONT_SIZE = 5;

export type ProductLabel = ReturnType<typeof labelsOf>[number];

interface LabelRequest {
  /** The slug of a product, or the SKU or id of a variant. */
  name: string;
  count: number;
}

/** Returns the labels for the requests, and messages about unknown names. Cloth has a label for each bolt. */
export async function findProductLabels(
  { read }: Pick<ShopDatabase, 'read'>,
  requests: readonly LabelRequest[],
): Promise<{ labels: ProductLabel[]; errors: string[] }> {
  const labels: ProductLabel[] = [];
  const errors: string[] = [];
  for (const { name, count } of requests) {
    const rows = await stockRows(read, name).catch((error: unknown) => {
      if (!isShopError(error, 'not_found')) throw error;
      errors.push(error.message);
      return [];
    });
    const productByVariantId = await productsByVariantId(read, rows);
    for (const row of rows) labels.push(...labelsOf(row, productByVariantId.get(row.id), count));
  }
  return { labels, errors };
}

async function productsByVariantId(read: ShopDatabase['read'], rows: readonly StockRow[]) {
  const productRows = await read
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['variant.id', 'product.name', 'barcode'])
    .where(
      'variant.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return new Map(productRows.map((row) => [row.id, row]));
}

function labelsOf(row: StockRow, product: { name: string; barcode: string | null } | undefined, count: number) {
  // The code to scan. Empty if there is none.
  const code = (row.sell_unit === 'piece' && product?.barcode) || row.sku || product?.barcode || '';
  const label = { name: product?.name ?? row.product, variant: row.name, shelf: row.shelf, code, count };
  if (row.sell_unit === 'piece' || row.bolts.length === 0) return [label];
  return row.bolts.map(({ position }) => ({
    ...label,
    variant: [row.name, boltName(position)].filter(Boolean).join(', '),
    code: code && `${code}/${position + 1}`,
  }));
}

/** Creates a PDF of labels of 70 × 37 mm, 24 on an A4 page. */
export async function productLabelsPdf(labels: readonly ProductLabel[]): Promise<Buffer> {
  const drawBarcode = await loadBarcodes();
  const texts = labels.flatMap(({ name, variant, shelf }) => [name, variant, shelf ?? '']);
  const repeatedLabels = labels.flatMap((label) => Array.from({ length: label.count }, () => label));
  return createPdf('Product labels', texts, productLabelParts(repeatedLabels, drawBarcode));
}

function productLabelParts(labels: readonly ProductLabel[], drawBarcode: DrawBarcode): PdfPart[] {
  return labels.map(({ name, variant, shelf, code }, index) => (pdf, text) => {
    const position = labelPosition(PRODUCT_SHEET, index);
    if (position.isFirst) pdf.addPage({ size: 'A4', margin: 0 });
    const box = { x: position.x + PADDING, width: position.width - 2 * PADDING, align: 'center' as const };
    const codeTop = position.y + position.height - PADDING - CODE_HEIGHT - CAPTION_HEIGHT;
    const subtitle = [variant, shelf && `shelf ${shelf}`].filter(Boolean).join(' · ');
    const heightAt = (points: number) =>
      text.height(name, { ...box, size: points, isBold: true }) + text.height(subtitle, { ...box, size: points - 1.5 });
    let size = 9;
    while (heightAt(size) > codeTop - position.y - PADDING && size > MIN_FONT_SIZE) size -= 0.5;
    const top = position.y + PADDING;
    const subtitleTop = top + text.write(name, { ...box, y: top, size, isBold: true });
    if (subtitle) text.write(subtitle, { ...box, y: subtitleTop, size: size - 1.5 });
    if (code) drawBarcode(pdf, text, code, { x: box.x, y: codeTop, width: box.width, height: CODE_HEIGHT });
  });
}
