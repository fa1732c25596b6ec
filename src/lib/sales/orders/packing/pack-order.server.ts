import { sql } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { amountText } from '#lib/primitives/metres.ts';
import { amountsOf } from '#lib/sales/orders/credits/apply-credit.server.ts';
import type { MoveOptions } from '#lib/sales/orders/move-order.server.ts';
import { matchScan } from '#lib/sales/orders/packing/match-scan.ts';
import { isAllPacked, leftToPack, type PackLine, scanStep } from '#lib/sales/orders/packing/pack-lines.ts';
import { packRefusal } from '#lib/sales/orders/packing/pack-refusal.ts';
import { packableLines } from '#lib/sales/orders/packing/read-pack-lines.server.ts';
import { otherOrder, unexpectedCodeMessage } from '#lib/sales/orders/packing/unknown-code.server.ts';
import { addOrderEvent, changeOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { goodsName } from '#lib/sales/orders/record/goods-name.ts';
import { rejectOutdatedVersion } from '#lib/sales/orders/record/order-version.ts';
import { BEING_PREPARED, isBeingPrepared, ORDER_NOT_FOUND } from '#lib/sales/orders/record/orders.ts';
import { readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';

export interface PackShop {
  db: ShopDatabase;
  now(): number;
}

export interface PackStep {
  order: OrderRow;
  lines: PackLine[];
  message: string;
  /** Another order, whose number was scanned. */
  other?: Pick<OrderRow, 'id' | 'number'>;
}

export interface Scan {
  /** An SKU, a barcode, the label of a bolt, or the number of an order. */
  code: string;
  /** The line that a person chose instead of scanning. */
  position?: number | undefined;
}

/**
 * Records that a piece, or a length of cloth, was put into the parcel. The last one completes the order. If the code is
 * the number of another order, changes nothing and returns that order as `other`. Throws `not_found`, and `conflict`;
 * for an unexpected item, the message names the expected ones.
 */
export function scanItem(shop: PackShop, orderId: string, scan: Scan, version: number): Promise<PackStep> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const other = scan.position === undefined ? await otherOrder(tx, scan.code, orderId) : undefined;
    const { order, lines } = await lockForPacking(tx, orderId, other ? undefined : version);
    if (other) return { order, lines, message: '', other };
    // If the order is packed, the message below names the item that is one too many.
    throwIfRefused(packRefusal({ ...order, packed_at: null }));
    const found = await findLine(tx, order, lines, scan);
    if (!found) return { order, lines, message: orderMessage(order, lines) };
    const step = scanStep(found);
    await addToParcel(tx, orderId, { position: found.position, step, max: found.quantity, at });
    const after = lines.map((line) => (line === found ? { ...line, packed: line.packed + step } : line));
    const updated = isAllPacked(after) ? await markPacked(tx, order, at) : order;
    const what = `${amountText(found.sellUnit, step)} ${goodsName(found)}`;
    return { order: updated, lines: after, message: updated === order ? what : `${what}. ${order.number} is packed.` };
  });
}

/** Records that everything was packed, for parcels that are not scanned. Throws `not_found` and `conflict`. */
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
      const { position, quantity: max } = line;
      const step = leftToPack(line);
      if (step > 0) await addToParcel(tx, orderId, { position, step, max, at });
    }
    const packedOrder = await markPacked(tx, order, at);
    await afterChange?.(tx, packedOrder);
    const packed = lines.map((line) => ({ ...line, packed: line.quantity }));
    return { order: packedOrder, lines: packed, message: `${order.number} is packed.` };
  });
}

/** Undoes the last scan, or all of them. The order is then no longer packed. Throws `not_found` and `conflict`. */
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
    const unpacked = order.packed_at === null ? order : await markUnpacked(tx, order, at);
    const { lines: after } = await lockForPacking(tx, orderId, undefined);
    return { order: unpacked, lines: after, message };
  });
}

function throwIfRefused(message: string | undefined): void {
  if (message !== undefined) throw new ShopError('conflict', message);
}

/**
 * Locks the order until the transaction ends, so that the second of two concurrent scans sees the result of the first.
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
  const placed = await readOrderLines(tx, orderId);
  const amounts = await amountsOf(tx, order, placed);
  const lines = (await packableLines(tx, [{ order, placed, amounts }])).get(orderId) ?? [];
  return { order, lines };
}

/** The line to pack; undefined if the code is the number of the order itself. */
async function findLine(tx: Tx, order: OrderRow, lines: PackLine[], scan: Scan): Promise<PackLine | undefined> {
  const { code, position } = scan;
  if (position !== undefined) {
    const chosen = lines.find((line) => line.position === position && leftToPack(line) > 0);
    if (!chosen) throw new ShopError('conflict', 'This line is complete.');
    return chosen;
  }
  const match = matchScan(code, order.number, lines);
  if (match.kind === 'line') return match.line;
  if (match.kind === 'order') return undefined;
  throw new ShopError(
    'conflict',
    match.kind === 'refused' ? match.message : await unexpectedCodeMessage(tx, code, lines),
  );
}

function orderMessage({ number, packed_at }: OrderRow, lines: readonly PackLine[]): string {
  if (packed_at !== null) return `${number} is packed.`;
  const left = lines.filter((line) => leftToPack(line) > 0).length;
  return `${number} is this order. Lines still to pack: ${left}.`;
}

interface Addition {
  position: number;
  step: number;
  max: number;
  at: number;
}

async function addToParcel(tx: Tx, order_id: string, { position, step, max, at }: Addition): Promise<void> {
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

/** The history gets one entry for the order, regardless of the number of scans. */
async function markPacked(tx: Tx, { id, order_status: from }: OrderRow, at: number): Promise<OrderRow> {
  const changes = { packed_at: at, order_status: 'processing', updated_at: at } as const;
  const order = await changeOrder(tx, id, { order_status: BEING_PREPARED }, changes);
  if (!order) throw changedMeanwhile('order');
  const before = from === 'processing' ? undefined : { order_status: from };
  const after = from === 'processing' ? undefined : { order_status: 'processing' };
  await addOrderEvent(tx, id, at, 'packed', undefined, { before, after });
  return order;
}

async function markUnpacked(tx: Tx, { id }: OrderRow, at: number): Promise<OrderRow> {
  const order = await changeOrder(tx, id, { order_status: BEING_PREPARED }, { packed_at: null, updated_at: at });
  if (!order) throw changedMeanwhile('order');
  await addOrderEvent(tx, id, at, 'unpacked');
  return order;
}

async function takeOutAll(tx: Tx, orderId: string): Promise<string> {
  await tx.deleteFrom('packed_line').where('order_id', '=', orderId).execute();
  return 'Everything was taken out.';
}

async function takeOutLast(tx: Tx, orderId: string, lines: readonly PackLine[]): Promise<string> {
  const last = await tx
    .selectFrom('packed_line')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('scanned_at', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) throw new ShopError('conflict', 'Nothing is packed yet.');
  const { position } = last;
  const line = lines.find((one) => one.position === position);
  const step = line?.sellUnit === 'piece' ? 1 : last.quantity;
  const remaining = last.quantity - step;
  const deletion = tx.deleteFrom('packed_line').where('order_id', '=', orderId).where('position', '=', position);
  const update = tx.updateTable('packed_line').set({ quantity: remaining }).where('order_id', '=', orderId);
  await (remaining === 0 ? deletion.execute() : update.where('position', '=', position).execute());
  return line ? `Taken out: ${amountText(line.sellUnit, step)} ${goodsName(line)}` : 'Taken out.';
}
