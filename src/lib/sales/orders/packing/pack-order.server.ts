import { sql } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { amountText } from '#lib/primitives/metres.ts';
import type { MoveOptions } from '#lib/sales/orders/move-order.server.ts';
import { findOtherOrder, matchScan, unexpectedCodeMessage } from '#lib/sales/orders/packing/match-scan.server.ts';
import { isAllPacked, leftToPack, type PackLine, scanStep } from '#lib/sales/orders/packing/pack-lines.ts';
import { packRefusal } from '#lib/sales/orders/packing/pack-refusal.ts';
import { packableLines } from '#lib/sales/orders/packing/read-packing.server.ts';
import {
  addOrderEvent,
  changeOrderOrThrow,
  type OrderRow,
  rejectOutdatedVersion,
} from '#lib/sales/orders/record/change-order.server.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import { BEING_PREPARED, isBeingPrepared, ORDER_NOT_FOUND } from '#lib/sales/orders/record/orders.ts';
import { amountsOf, readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';

type PackShop = Pick<Shop, 'db' | 'now'>;

export interface PackStep {
  order: OrderRow;
  lines: PackLine[];
  message: string;
  /** The other order whose number was scanned; undefined if no other order was scanned. */
  otherOrder?: Pick<OrderRow, 'id' | 'number'>;
}

export interface Scan {
  /** An SKU, a barcode, the label of a bolt, or the number of an order. */
  code: string;
  /** The position of the line that was chosen instead of scanned. */
  position?: number | undefined;
}

/**
 * Records that a piece or a length of cloth was put into the parcel. The last item completes the order. If the code is
 * the number of another order, changes nothing and returns that order as `otherOrder`. Throws `not_found` if the order
 * does not exist, and `conflict` if the item or the order can't be packed or the order has another version. For an
 * unexpected item, the message of `conflict` contains the expected items.
 */
export function scanItem(shop: PackShop, orderId: string, scan: Scan, version: number): Promise<PackStep> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const otherOrder = scan.position === undefined ? await findOtherOrder(tx, scan.code, orderId) : undefined;
    const { order, lines } = await lockForPacking(tx, orderId, otherOrder ? undefined : version);
    if (otherOrder) return { order, lines, message: '', otherOrder };
    // A packed order is not refused here, so that the message of `findLine` names the item that is one too many.
    throwIfRefused(packRefusal({ ...order, packed_at: null }));
    const scannedLine = await findLine(tx, order, lines, scan);
    if (!scannedLine) return { order, lines, message: scannedOrderMessage(order, lines) };
    const step = scanStep(scannedLine);
    await addToParcel(tx, orderId, scannedLine, step, at);
    const newLines = lines.map((line) =>
      line === scannedLine ? { ...line, packedQuantity: line.packedQuantity + step } : line,
    );
    const updatedOrder = isAllPacked(newLines) ? await markPacked(tx, order, at) : order;
    const itemText = `${amountText(scannedLine.sellUnit, step)} ${goodsName(scannedLine)}`;
    const message = updatedOrder === order ? itemText : `${itemText}. ${order.number} is packed.`;
    return { order: updatedOrder, lines: newLines, message };
  });
}

/**
 * Records that all items were packed, for parcels that are not scanned. Throws `not_found` if the order does not exist,
 * and `conflict` if it can't be packed or has another version.
 */
export function packOrder(
  shop: PackShop,
  orderId: string,
  { version, afterChange }: MoveOptions = {},
): Promise<PackStep> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const { order, lines } = await lockForPacking(tx, orderId, version);
    throwIfRefused(packRefusal(order));
    for (const line of lines) {
      const step = leftToPack(line);
      if (step > 0) await addToParcel(tx, orderId, line, step, at);
    }
    const packedOrder = await markPacked(tx, order, at);
    await afterChange?.(tx, packedOrder);
    const packedLines = lines.map((line) => ({ ...line, packedQuantity: line.quantity }));
    return { order: packedOrder, lines: packedLines, message: `${order.number} is packed.` };
  });
}

/**
 * Undoes the last scan, or all scans if `isAll` is true. The order is then no longer packed. Throws `not_found` if the
 * order does not exist, and `conflict` if it has left the shop or was cancelled, if nothing is packed yet and `isAll`
 * is false, or if it has another version.
 */
export function unpackOrder(
  shop: PackShop,
  orderId: string,
  { version, isAll = false }: { version: number; isAll?: boolean },
): Promise<PackStep> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const { order, lines } = await lockForPacking(tx, orderId, version);
    throwIfRefused(isBeingPrepared(order.order_status) ? undefined : 'The parcel has left, or the order is cancelled.');
    const message = isAll ? await takeOutAll(tx, orderId) : await takeOutLast(tx, orderId, lines);
    const unpackedOrder = order.packed_at === null ? order : await markUnpacked(tx, order, at);
    const { lines: newLines } = await lockForPacking(tx, orderId, undefined);
    return { order: unpackedOrder, lines: newLines, message };
  });
}

function throwIfRefused(message: string | undefined): void {
  if (message !== undefined) throw new ShopError('conflict', message);
}

/**
 * Locks the order until the transaction ends, so that the second of two concurrent scans sees the result of the first.
 * Returns the order and its lines. Throws `not_found` if the order does not exist, and `conflict` if it has another
 * version.
 */
async function lockForPacking(tx: Tx, orderId: string, version: number | undefined) {
  const order = await tx
    .updateTable('orders')
    .set({ updated_at: sql<number>`updated_at` })
    .where('id', '=', orderId)
    .returningAll()
    .executeTakeFirst();
  if (!order) throw new ShopError('not_found', ORDER_NOT_FOUND);
  rejectOutdatedVersion(order, version);
  const placedLines = await readOrderLines(tx, orderId);
  const amounts = await amountsOf(tx, order, placedLines);
  const lines = (await packableLines(tx, [{ order, placedLines, amounts }])).get(orderId) ?? [];
  return { order, lines };
}

/**
 * Returns the line to pack; undefined if the code is the number of this order. Throws `conflict` for any other code,
 * and for a chosen line that is complete.
 */
async function findLine(tx: Tx, order: OrderRow, lines: PackLine[], scan: Scan): Promise<PackLine | undefined> {
  const { code, position } = scan;
  if (position !== undefined) {
    const chosenLine = lines.find((line) => line.position === position && leftToPack(line) > 0);
    if (!chosenLine) throw new ShopError('conflict', 'This line is complete.');
    return chosenLine;
  }
  const match = matchScan(code, order.number, lines);
  if (match.kind === 'line') return match.line;
  if (match.kind === 'order') return undefined;
  throw new ShopError(
    'conflict',
    match.kind === 'refused' ? match.message : await unexpectedCodeMessage(tx, code, lines),
  );
}

function scannedOrderMessage({ number, packed_at }: OrderRow, lines: readonly PackLine[]): string {
  if (packed_at !== null) return `${number} is packed.`;
  const incompleteCount = lines.filter((line) => leftToPack(line) > 0).length;
  return `${number} is this order. Lines still to pack: ${incompleteCount}.`;
}

async function addToParcel(
  tx: Tx,
  order_id: string,
  { position, quantity: max }: PackLine,
  step: number,
  at: number,
): Promise<void> {
  const { numInsertedOrUpdatedRows: count } = await tx
    .insertInto('packed_line')
    .values({ order_id, position, quantity: step, scanned_at: at })
    .onConflict((on) =>
      on
        .columns(['order_id', 'position'])
        .doUpdateSet({ quantity: sql<number>`packed_line.quantity + ${step}`, scanned_at: at })
        .where('packed_line.quantity', '<=', max - step),
    )
    .executeTakeFirstOrThrow();
  if (!count) throw changedMeanwhile('order');
}

/** Marks the order as packed. The history gets one event, regardless of the number of scans. */
async function markPacked(tx: Tx, { id, order_status: from }: OrderRow, at: number): Promise<OrderRow> {
  const changes = { packed_at: at, order_status: 'processing', updated_at: at } as const;
  const order = await changeOrderOrThrow(tx, id, { order_status: BEING_PREPARED }, changes);
  const statusChange =
    from === 'processing' ? {} : { before: { order_status: from }, after: { order_status: 'processing' } };
  await addOrderEvent(tx, id, at, 'packed', undefined, statusChange);
  return order;
}

async function markUnpacked(tx: Tx, { id }: OrderRow, at: number): Promise<OrderRow> {
  const changes = { packed_at: null, updated_at: at };
  const order = await changeOrderOrThrow(tx, id, { order_status: BEING_PREPARED }, changes);
  await addOrderEvent(tx, id, at, 'unpacked');
  return order;
}

async function takeOutAll(tx: Tx, orderId: string): Promise<string> {
  await tx.deleteFrom('packed_line').where('order_id', '=', orderId).execute();
  return 'Everything was taken out.';
}

async function takeOutLast(tx: Tx, orderId: string, lines: readonly PackLine[]): Promise<string> {
  const lastLine = await tx
    .selectFrom('packed_line')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('scanned_at', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!lastLine) throw new ShopError('conflict', 'Nothing is packed yet.');
  const { position } = lastLine;
  const line = lines.find((candidate) => candidate.position === position);
  const step = line?.sellUnit === 'piece' ? 1 : lastLine.quantity;
  const remaining = lastLine.quantity - step;
  const deletion = tx.deleteFrom('packed_line').where('order_id', '=', orderId).where('position', '=', position);
  const update = tx.updateTable('packed_line').set({ quantity: remaining }).where('order_id', '=', orderId);
  await (remaining === 0 ? deletion.execute() : update.where('position', '=', position).execute());
  return line ? `Taken out: ${amountText(line.sellUnit, step)} ${goodsName(line)}` : 'Taken out.';
}
