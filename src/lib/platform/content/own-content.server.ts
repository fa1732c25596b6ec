import type { Kysely } from 'kysely';
import type { Changes } from '#lib/platform/audit/audit-changes.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { invalidate } from '#lib/platform/db/invalidation.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { OwnContentTable } from '#lib/platform/db/tables/content.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

export type OwnContent = OwnContentTable;

/** Returns the newest version of each of the owner's texts, including hidden and reverted ones. */
export function ownContent(db: Kysely<Tables>): Promise<OwnContent[]> {
  return db
    .selectFrom('own_content as row')
    .selectAll('row')
    .where('version', '=', (eb) =>
      eb
        .selectFrom('own_content as newest')
        .whereRef('newest.path', '=', 'row.path')
        .select(({ fn }) => fn.max('newest.version').as('version')),
    )
    .execute();
}

/**
 * Returns the number of stored versions. The versions of each path are numbered from 1, so this is also the sum of the
 * newest version numbers.
 */
export async function countVersions(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('own_content')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the owner's text at a given time, or undefined if the text was the demo's, or hidden, at that time. */
export async function ownContentAt(db: Kysely<Tables>, path: string, at: number): Promise<OwnContent | undefined> {
  const row = await db
    .selectFrom('own_content')
    .selectAll()
    .where('path', '=', path)
    .where('at', '<=', at)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state === 'own' ? row : undefined;
}

/** Returns all versions of one text, newest first. */
export function ownVersions(db: Kysely<Tables>, path: string): Promise<OwnContent[]> {
  return db.selectFrom('own_content').selectAll().where('path', '=', path).orderBy('version', 'desc').execute();
}

export interface ContentChange {
  path: string;
  state: OwnContent['state'];
  body?: string;
  /** The number of the version that was edited, or 0 if there was no version yet. */
  baseVersion: number;
  /** The changed fields that the audit log records. The texts themselves are in the versions. */
  fields?: Changes | undefined;
  /** The action in the audit log, if it does not follow from the state: hidden texts can be edited too. */
  action?: string | undefined;
}

interface SaveOptions {
  tags: readonly string[];
  now: number;
  /** Makes further changes in the same transaction. */
  inSameTransaction?: ((tx: Tx) => Promise<void>) | undefined;
}

/**
 * Saves all changes or none, and invalidates `tags`. Throws a ShopError with the code `conflict` if someone else has
 * changed one of the texts.
 */
export function saveContent(
  db: ShopDatabase,
  changes: readonly ContentChange[],
  { tags, now, inSameTransaction }: SaveOptions,
): Promise<void> {
  return transaction(db, async (tx) => {
    for (const change of changes) await addVersion(tx, change, now);
    await inSameTransaction?.(tx);
    await invalidate(tx, tags);
  });
}

const ACTIONS = { own: 'save content', shipped: 'revert content', hidden: 'hide content' };

async function addVersion(
  tx: Tx,
  { path, state, body = '', baseVersion, fields, action }: ContentChange,
  at: number,
): Promise<void> {
  const insertResult = await tx
    .insertInto('own_content')
    .values({ path, version: baseVersion + 1, state, body, at })
    .onConflict((conflict) => conflict.columns(['path', 'version']).doNothing())
    .executeTakeFirst();
  if (insertResult.numInsertedOrUpdatedRows !== 1n) {
    throw new ShopError(
      'conflict',
      `${path} was changed by someone else in the meantime. Nothing was saved. Load the current version before you change it.`,
    );
  }
  const recordedFields = {
    before: { ...fields?.before, version: baseVersion },
    after: { ...fields?.after, version: baseVersion + 1 },
  };
  const record = { kind: 'content', id: path };
  await recordAudit(tx, { action: action ?? ACTIONS[state], record, ...recordedFields }, at);
}
