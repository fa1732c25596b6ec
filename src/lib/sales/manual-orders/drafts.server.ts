import { sql } from 'kysely';
import type { z } from 'zod/mini';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { type AuditEvent, recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { DraftOrderTable } from '#lib/platform/db/tables/draft-orders.ts';
import type { ManualSource } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import type { DRAFT_VERSION } from '#lib/sales/manual-orders/manual-order.schema.ts';
import { DRAFT_RETENTION_MS, MANUAL_MESSAGES } from '#lib/sales/manual-orders/manual-order.ts';

export type DraftShop = Pick<Shop, 'db' | 'now'>;

/** A draft, and the version that the member of staff saw. */
export type DraftVersion = z.infer<typeof DRAFT_VERSION>;

/** Creates an empty draft, and returns its id. A repeated request returns the id of the first draft. */
export function createDraft({ db, now }: DraftShop, source: ManualSource): Promise<{ id: string }> {
  const at = now();
  const id = newId();
  return transaction(db, async (tx) => {
    const existingId = await claimAttempt(db, tx, { action: 'draft order', newId: id, now: at });
    if (existingId !== undefined) return { id: existingId };
    const collected = source === 'counter' ? 1 : 0;
    const emptyFields = { name: '', mobile: '', email: '', address_json: null, note: '' };
    const times = { created_at: at, updated_at: at };
    await tx
      .insertInto('draft_order')
      .values({ id, source, collected, ...emptyFields, author: currentActor()?.name ?? '', ...times })
      .execute();
    await auditDraft(tx, id, at, 'begin draft order', { after: { source } });
    return { id };
  });
}

const MAX_LISTED_DRAFTS = 50;

/** Reads up to `MAX_LISTED_DRAFTS` drafts, the most recently changed draft first. */
export async function listDrafts({ write }: Pick<ShopDatabase, 'write'>) {
  const rows = await write
    .selectFrom('draft_order')
    .select(['id', 'source', 'name', 'mobile', 'author', 'updated_at as changedAt'])
    .select((eb) =>
      eb
        .selectFrom('draft_order_line')
        .whereRef('draft_id', '=', 'draft_order.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('lineCount'),
    )
    .orderBy('updated_at', 'desc')
    .limit(MAX_LISTED_DRAFTS)
    .execute();
  return rows.map((row) => ({ ...row, lineCount: Number(row.lineCount) }));
}

/** Deletes a draft. Throws `conflict` if the draft has another version, and `not_found` if the draft does not exist. */
export function deleteDraft(shop: DraftShop, draft: DraftVersion): Promise<{ id: string }> {
  return changeDraft(shop, draft, 'delete draft order', async (tx, { id, source }) => {
    await deleteDraftRow(tx, id);
    return { before: { source } };
  });
}

/** Deletes drafts that have not changed for `DRAFT_RETENTION_MS`, because they contain names and addresses. */
export function deleteOldDrafts({ db, now }: DraftShop): Promise<void> {
  const at = now();
  return transaction(db, async (tx) => {
    const deletion = tx.deleteFrom('draft_order').where('updated_at', '<', at - DRAFT_RETENTION_MS);
    const draftCount = Number((await deletion.executeTakeFirstOrThrow()).numDeletedRows);
    if (draftCount > 0) await auditDraft(tx, '', at, 'delete old draft orders', { before: { drafts: draftCount } });
  });
}

export async function deleteDraftRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('draft_order').where('id', '=', id).execute();
}

/**
 * Calls `change` with the locked draft, and records the returned changes in the audit log. Returns the draft's id.
 * Throws `conflict` if the draft has another version, `not_found` if the draft does not exist, and the errors that
 * `change` throws.
 */
export function changeDraft(
  { db, now }: DraftShop,
  draft: DraftVersion,
  action: string,
  change: (tx: Tx, draft: DraftOrderTable, at: number) => Promise<Pick<AuditEvent, 'before' | 'after'>>,
): Promise<{ id: string }> {
  const at = now();
  return transaction(db, async (tx) => {
    const changes = await change(tx, await lockDraft(tx, draft, at), at);
    await auditDraft(tx, draft.id, at, action, changes);
    return { id: draft.id };
  });
}

/**
 * Locks the draft, and increases its version. Throws `conflict` if the draft has another version, and `not_found` if
 * the draft does not exist.
 */
export async function lockDraft(tx: Tx, { id, version }: DraftVersion, at: number): Promise<DraftOrderTable> {
  const draft = await tx
    .updateTable('draft_order')
    .set({ updated_at: sql<number>`case when updated_at >= ${at} then updated_at + 1 else ${at} end` })
    .where('id', '=', id)
    .where('updated_at', '=', version)
    .returningAll()
    .executeTakeFirst();
  if (draft) return draft;
  const existingDraft = await tx.selectFrom('draft_order').select('id').where('id', '=', id).executeTakeFirst();
  if (existingDraft) throw changedMeanwhile('draft');
  throw new ShopError('not_found', MANUAL_MESSAGES.draftNotFound);
}

/** Records changes to a draft in the audit log. `changes` must not contain personal data about a customer. */
export function auditDraft(
  tx: Tx,
  id: string,
  at: number,
  action: string,
  changes: Pick<AuditEvent, 'before' | 'after'>,
): Promise<void> {
  return recordAudit(tx, { action, record: { kind: 'draft order', id }, ...changes }, at);
}
