import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { invoiceOfOrder, invoiceRefusal } from '#lib/sales/invoices/invoice.server.ts';
import { createPdf, type PdfPart } from '#lib/sales/invoices/pdf-document.server.ts';
import { taxDocumentPart, taxDocumentTexts } from '#lib/sales/invoices/tax-document-pdf.server.ts';
import { recordOrderRead } from '#lib/sales/orders/admin/record-order-read.server.ts';
import { packRefusal } from '#lib/sales/orders/packing/pack-refusal.ts';
import { pickList } from '#lib/sales/orders/packing/pick-list.ts';
import { type PackableOrder, readPackableOrders } from '#lib/sales/orders/packing/read-packing.server.ts';
import type { OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { type DrawBarcode, loadBarcodes } from '#lib/sales/printing/barcodes.server.ts';
import { type ParcelSheet, parcelLabelParts } from '#lib/sales/printing/parcel-labels.server.ts';
import { parcelLabel, parcelRefusal } from '#lib/sales/printing/parcel-texts.ts';
import type { PrintKind } from '#lib/sales/printing/print.schema.ts';
import { pickListPart, slipPart } from '#lib/sales/printing/slips.server.ts';
import { courierLabels } from '#lib/sales/shipping/courier-labels.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export type PrintPlan = Awaited<ReturnType<typeof planPrint>>[number];

/**
 * Returns, for each kind, the orders that can be printed and the orders that can't, in the order of `orderIds`. Leaves
 * out orders outside `scope`.
 */
export async function planPrint(
  db: ShopDatabase,
  orderIds: readonly string[],
  { kinds, scope }: { kinds: readonly PrintKind[]; scope: OrderScope },
) {
  const packableOrders = await readPackableOrders(db, orderIds, scope);
  return kinds.map((kind) => ({
    kind,
    printableOrders: packableOrders.filter(({ order }) => printRefusal(kind, order) === undefined),
    /** The orders for which this kind can't be printed. */
    refusedOrders: packableOrders.flatMap(({ order }) => {
      const refusal = printRefusal(kind, order);
      return refusal === undefined ? [] : [{ order, refusal }];
    }),
  }));
}

function printRefusal(kind: PrintKind, order: PackableOrder['order']): string | undefined {
  if (kind === 'invoices') return invoiceRefusal(order);
  return kind === 'pick' ? packRefusal(order) : parcelRefusal(order);
}

/**
 * Creates one PDF of all orders that can be printed, or returns undefined if there are none. The couriers' labels are
 * at the end, and replace the shop's labels. Records in the audit log that each order was read.
 */
export async function printOrders(
  { db, now, files }: Pick<Shop, 'db' | 'now' | 'files'>,
  plans: readonly PrintPlan[],
  sheet: ParcelSheet,
): Promise<Buffer | undefined> {
  const nonEmptyPlans = plans.filter(({ printableOrders }) => printableOrders.length > 0);
  if (nonEmptyPlans.length === 0) return undefined;
  const context = { db, at: now(), sheet, drawBarcode: await loadBarcodes(), seller: shopSettings(db) };
  const labelOrderIds =
    nonEmptyPlans.find(({ kind }) => kind === 'labels')?.printableOrders.map(({ order }) => order.id) ?? [];
  const courierLabelByOrderId = await courierLabels({ db, files }, labelOrderIds);
  const texts: string[] = [...Object.values(context.seller.address), context.seller.name];
  const parts: PdfPart[] = [];
  for (const plan of nonEmptyPlans) {
    texts.push(...plan.printableOrders.flatMap(writtenTexts));
    parts.push(...(await partsOf(withoutCourierLabels(plan, courierLabelByOrderId), context, texts)));
  }
  const printedIds = new Set(
    nonEmptyPlans.flatMap(({ printableOrders }) => printableOrders.map(({ order }) => order.id)),
  );
  for (const id of printedIds) await recordOrderRead({ db, now }, id);
  const shopPdfs = parts.length > 0 ? [await createPdf('Orders', texts, parts)] : [];
  return courierLabelByOrderId.size === 0 ? shopPdfs[0] : joinPdfs([...shopPdfs, ...courierLabelByOrderId.values()]);
}

function withoutCourierLabels(plan: PrintPlan, courierLabelByOrderId: ReadonlyMap<string, unknown>): PrintPlan {
  if (plan.kind !== 'labels') return plan;
  return { ...plan, printableOrders: plan.printableOrders.filter(({ order }) => !courierLabelByOrderId.has(order.id)) };
}

interface PrintContext {
  db: ShopDatabase;
  at: number;
  sheet: ParcelSheet;
  drawBarcode: DrawBarcode;
  seller: ReturnType<typeof shopSettings>;
}

/** Returns the parts of the PDF for one kind. Adds the texts of invoices to `texts`. */
async function partsOf(
  { kind, printableOrders }: PrintPlan,
  { db, at, sheet, drawBarcode, seller }: PrintContext,
  texts: string[],
): Promise<PdfPart[]> {
  if (kind === 'pick') {
    const orders = printableOrders.map(({ order, lines }) => ({ number: order.number, lines }));
    const orderNumbers = orders.map(({ number }) => number);
    return [pickListPart(pickList(orders), orderNumbers, at)];
  }
  if (kind === 'slips')
    return printableOrders.map(({ order, lines }) => slipPart(order, lines, { drawBarcode, seller }));
  if (kind === 'labels') {
    const labels = printableOrders.map(({ order, amounts }) => parcelLabel(order, amounts, seller));
    return parcelLabelParts(labels, sheet, drawBarcode);
  }
  const documents = await Promise.all(
    printableOrders.map(({ order, placedLines, credits }) => invoiceOfOrder(db, order, placedLines, credits)),
  );
  texts.push(...documents.flatMap(taxDocumentTexts));
  return documents.map(taxDocumentPart);
}

/** Returns the texts that the customer and the shop have written. Their scripts determine the fonts to load. */
function writtenTexts({ order, lines }: PackableOrder): string[] {
  return [
    order.address_json,
    order.note ?? '',
    order.gift_note ?? '',
    ...lines.flatMap(({ name, variant, shelf }) => [name, variant, shelf ?? '']),
  ];
}

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
