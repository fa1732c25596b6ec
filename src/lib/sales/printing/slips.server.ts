import { indianDateTime, indianShortDay } from '#lib/primitives/indian-time.ts';
import { amountText, boltName, metresText } from '#lib/primitives/metres.ts';
import { countText } from '#lib/primitives/plural.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { GIFT_WRAP } from '#lib/sales/cart/offers/gift-wrap.ts';
import { MARGIN } from '#lib/sales/invoices/paper.ts';
import type { PdfPart } from '#lib/sales/invoices/pdf-document.server.ts';
import {
  GAP,
  GREY,
  type PdfCell,
  type PdfSheet,
  SHEET_WIDTH,
  writeBlock,
  writeTable,
} from '#lib/sales/invoices/pdf-table.server.ts';
import type { PackLine } from '#lib/sales/orders/packing/pack-lines.ts';
import type { PickRow } from '#lib/sales/orders/packing/pick-list.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { DrawBarcode } from '#lib/sales/printing/barcodes.server.ts';
import { senderLines, shipToLines } from '#lib/sales/printing/parcel-texts.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

const TEXT_SIZE = 10;

interface SlipContext {
  drawBarcode: DrawBarcode;
  seller: Pick<ShopSettings, 'name' | 'address'>;
}

/** Returns a packing slip with the contents of the parcel. The slip has no prices, because the parcel may be a gift. */
export function slipPart(order: OrderRow, lines: readonly PackLine[], { drawBarcode, seller }: SlipContext): PdfPart {
  return (pdf, text) => {
    pdf.addPage();
    const sheet = { pdf, text, y: MARGIN, runningHead: `Packing slip ${order.number}` };
    const barcodeBox = { x: MARGIN + SHEET_WIDTH - 200, y: MARGIN, width: 200, height: 36 };
    const codeHeight = drawBarcode(pdf, text, order.number, barcodeBox);
    const box = { x: MARGIN, width: SHEET_WIDTH - 210 };
    let top = MARGIN + text.write('Packing slip', { ...box, y: MARGIN, size: 16, isBold: true });
    const subtitle = `${order.number}, ordered on ${indianShortDay(order.created_at)}`;
    top += text.write(subtitle, { ...box, y: top, size: 10 });
    sheet.y = Math.max(top, MARGIN + codeHeight) + 10;
    writeParties(sheet, order, seller);
    const rows = lines.filter(({ quantity }) => quantity > 0).map(slipCells);
    const widths = [SHEET_WIDTH - 270, 120, 80, 70];
    const headings = ['Item', 'SKU', 'Shelf', 'Quantity'];
    writeTable(sheet, { widths, headings, rows, leftColumns: [0, 1, 2], size: TEXT_SIZE });
    if (order.gift_wrap === 1) {
      sheet.y += 10;
      writeBlock(sheet, GIFT_WRAP, [order.gift_note || 'Without a note'], { x: MARGIN, width: SHEET_WIDTH });
    }
    if (order.note) {
      sheet.y += 10;
      writeBlock(sheet, 'Note from the customer', [order.note], { x: MARGIN, width: SHEET_WIDTH });
    }
  };
}

function writeParties(sheet: PdfSheet, order: OrderRow, seller: SlipContext['seller']): void {
  const address: OrderAddress = JSON.parse(order.address_json);
  const width = (SHEET_WIDTH - 14) / 2;
  const bottoms = [
    writeBlock(sheet, 'Ship to', shipToLines(address), { x: MARGIN, width }),
    writeBlock(sheet, 'From', senderLines(seller), { x: MARGIN + width + 14, width }),
  ];
  sheet.y = Math.max(...bottoms) + 14;
}

function slipCells(line: PackLine): PdfCell[] {
  const { name, variant, sku, shelf, sellUnit, quantity, boltPosition, isPreOrdered } = line;
  const boltNote = boltPosition === null ? [] : [`from ${boltName(boltPosition)}`];
  const preOrderNote = isPreOrdered ? ['pre-ordered'] : [];
  return [
    { text: name, subLines: [variant, ...preOrderNote].filter(Boolean) },
    { text: sku ?? '' },
    { text: shelf ?? '' },
    { text: amountText(sellUnit, quantity), subLines: boltNote },
  ];
}

/** Returns the part of a PDF with the list of items to pick for several orders, in the order of `rows`. */
export function pickListPart(rows: readonly PickRow[], orderNumbers: readonly string[], at: number): PdfPart {
  return (pdf, text) => {
    pdf.addPage();
    const sheet = { pdf, text, y: MARGIN, runningHead: 'Pick list' };
    const box = { x: MARGIN, width: SHEET_WIDTH };
    sheet.y += text.write('Pick list', { ...box, y: sheet.y, size: 16, isBold: true });
    const subtitle = `${countText(orderNumbers.length, 'order')}, ${indianDateTime(at)}: ${orderNumbers.join(', ')}`;
    sheet.y += text.write(subtitle, { ...box, y: sheet.y, size: 8, color: GREY }) + GAP;
    const widths = [45, SHEET_WIDTH - 355, 110, 115, 85];
    const headings = ['Shelf', 'Item', 'SKU', 'Quantity', 'Orders'];
    writeTable(sheet, { widths, headings, rows: rows.map(pickCells), leftColumns: [0, 1, 2], size: TEXT_SIZE });
  };
}

function pickCells({ shelf, name, variant, sku, sellUnit, quantity, cuts, orderNumbers }: PickRow): PdfCell[] {
  return [
    { text: shelf ?? '' },
    { text: name, subLines: [variant].filter(Boolean) },
    { text: sku ?? '' },
    { text: amountText(sellUnit, quantity), subLines: cuts.map(cutText) },
    { text: orderNumbers.map(shortOrderNumber).join(', ') },
  ];
}

/** Returns a string such as "2.5 m from bolt 1 for 12". */
function cutText({ lengthCm, boltPosition, orderNumber }: PickRow['cuts'][number]): string {
  const from = boltPosition === null ? '' : ` from ${boltName(boltPosition)}`;
  return `${metresText(lengthCm)}${from} for ${shortOrderNumber(orderNumber)}`;
}

/** Returns `123` for `TA-2026-000123`. */
function shortOrderNumber(number: string): string {
  return number.replace(/^.*\D0*/, '');
}
