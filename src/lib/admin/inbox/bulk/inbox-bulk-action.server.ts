import {
  type ClosableItem,
  DELETED_MESSAGE,
  type InboxShop,
  ITEM_HANDLERS,
} from '#lib/admin/inbox/bulk/closable-items.server.ts';
import { BULK_MAX_ITEMS, type ItemRef, parseItemRef } from '#lib/admin/inbox/bulk/inbox-bulk-action.schema.ts';
import { type InboxRow, inboxRows } from '#lib/admin/inbox/inbox-rows.server.ts';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import {
  addBulkAction,
  addBulkActionRows,
  readBulkAction,
  runWaitingRows,
} from '#lib/platform/bulk/bulk-action-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';

export type ShownItem = ClosableItem & Pick<InboxRow, 'href' | 'customerName' | 'subject' | 'state'>;

/**
 * Returns the items in the given order, with the reason for each item that can't be closed. Omits items that were
 * deleted.
 */
export async function previewClosing(db: ShopDatabase, refs: readonly ItemRef[]): Promise<ShownItem[]> {
  const refsByKind = Map.groupBy(refs, ({ kind }) => kind);
  const reads = [...refsByKind].map(async ([kind, refsOfKind]) => {
    const ids = refsOfKind.map(({ id }) => id);
    const items = await ITEM_HANDLERS[kind].read(db.write, ids);
    return items.map((item) => ({ ...item, kind }));
  });
  const items = (await Promise.all(reads)).flat();
  // The time of an entry is not shown.
  const entries = items.map((item) => ({ ...item, at: 0 }));
  const rows = await inboxRows({ read: db.write }, entries);
  return refs.flatMap(({ kind, id }) => {
    const isSame = (other: ItemRef) => other.kind === kind && other.id === id;
    const [item, row] = [items.find(isSame), rows.find(isSame)];
    return item && row ? [{ ...row, ...item }] : [];
  });
}

/** Stores a bulk action, whose rows `runClosing` will process. Returns its id. */
export async function createClosing(
  { db, now }: Pick<InboxShop, 'db' | 'now'>,
  items: readonly (ItemRef & { version: number })[],
): Promise<string> {
  const id = newId();
  const author = currentActor()?.name ?? '';
  await transaction(db, async (tx) => {
    const bulkAction = { id, author, action: 'close' as const, subject: 'inbox' as const };
    await addBulkAction(tx, { ...bulkAction, carrier: null, created_at: now() });
    const rows = items.map((item) => ({ record_id: `${item.kind}:${item.id}`, version: item.version }));
    await addBulkActionRows(tx, id, 0, rows);
  });
  return id;
}

/**
 * Processes the rows that are still waiting: closes tickets and messages, and marks reviews as seen. Stores the reason
 * for each row that can't be closed. Throws `not_found` if the inbox has no such bulk action.
 */
export async function runClosing(shop: InboxShop, bulkActionId: string): Promise<void> {
  await readBulkAction(shop.db, bulkActionId, 'inbox');
  await runWaitingRows(shop.db, bulkActionId, BULK_MAX_ITEMS, ({ record_id, version }, markDone) => {
    const { kind, id } = parseItemRef(record_id);
    return ITEM_HANDLERS[kind].close(shop, id, version, markDone);
  });
}

/**
 * Returns the result of a bulk action. The item of a row is undefined if it was deleted. Throws `not_found` if the inbox
 * has no such bulk action.
 */
export async function closingResult(db: ShopDatabase, bulkActionId: string) {
  const { id, author, created_at: at } = await readBulkAction(db, bulkActionId, 'inbox');
  const storedRows = await db.write
    .selectFrom('bulk_action_row')
    .select(['record_id', 'state', 'message'])
    .where('bulk_id', '=', bulkActionId)
    .orderBy('position')
    .execute();
  const refs = storedRows.map(({ record_id }) => parseItemRef(record_id));
  const items = await previewClosing(db, refs);
  const rows = storedRows.map(({ record_id, state, message }) => {
    const ref = parseItemRef(record_id);
    const item = items.find(({ kind, id: itemId }) => kind === ref.kind && itemId === ref.id);
    return { kind: ref.kind, state, message: message ?? (item ? null : DELETED_MESSAGE), item };
  });
  return { id, author, at, rows };
}
