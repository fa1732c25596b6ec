import { setImmediate as nextTask } from 'node:timers/promises';
import { chainHash } from '#lib/platform/audit/entry-hash.server.ts';
import { wasErased } from '#lib/platform/audit/erase-from-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

/** Small, because on SQLite other writers wait while a batch is sealed. */
const SEAL_BATCH_SIZE = 50;
const CHECK_BATCH_SIZE = 500;
const HEAD_NOTE = 'audit log: newest sealed entry';

interface ChainHead {
  position: number;
  hash: string;
}
const CHAIN_START: ChainHead = { position: 0, hash: '' };

/**
 * Appends new entries to the hash chain: each gets a position, and a hash of its content and the previous hash. Called
 * after the changes are committed, so that concurrent orders don't wait for each other. Returns the number of entries
 * that were appended.
 */
export async function sealAudit(db: ShopDatabase): Promise<number> {
  const unsealedEntry = await db.write
    .selectFrom('audit_entry')
    .select('id')
    .where('position', 'is', null)
    .limit(1)
    .executeTakeFirst();
  // Usually there is no unsealed entry, and then no transaction is needed.
  if (!unsealedEntry) return 0;
  for (let sealedCount = 0; ; ) {
    const count = await transaction(db, sealBatch);
    sealedCount += count;
    if (count < SEAL_BATCH_SIZE) return sealedCount;
    await nextTask();
  }
}

async function sealBatch(tx: Tx): Promise<number> {
  const entries = await tx
    .selectFrom('audit_entry')
    .selectAll()
    .where('position', 'is', null)
    .orderBy('id')
    .limit(SEAL_BATCH_SIZE)
    .execute();
  if (entries.length === 0) return 0;
  let head = (await readHead({ write: tx })) ?? CHAIN_START;
  for (const entry of entries) {
    head = { position: head.position + 1, hash: chainHash(head.hash, entry) };
    await tx.updateTable('audit_entry').set(head).where('id', '=', entry.id).where('position', 'is', null).execute();
  }
  await saveNote({ write: tx }, HEAD_NOTE, JSON.stringify(head), entries.at(-1)?.at ?? 0);
  return entries.length;
}

async function readHead(db: Pick<ShopDatabase, 'write'>): Promise<ChainHead | undefined> {
  const note = await readNote(db, HEAD_NOTE);
  return note && (JSON.parse(note.value) as ChainHead);
}

/** Checks the hashes of all sealed entries. Returns the first problem found, or undefined if there is none. */
export async function auditProblem(db: Pick<ShopDatabase, 'write'>): Promise<string | undefined> {
  const storedHead = await readHead(db);
  let head = CHAIN_START;
  for (;;) {
    const entries = await db.write
      .selectFrom('audit_entry')
      .selectAll()
      .where('position', '>', head.position)
      .orderBy('position')
      .limit(CHECK_BATCH_SIZE)
      .execute();
    for (const entry of entries) {
      const position = head.position + 1;
      if (entry.position !== position) return `entry ${position} was deleted`;
      const { hash } = entry;
      const isValid = hash === chainHash(head.hash, entry) || (await wasErased(db.write, entry));
      if (hash === null || !isValid) return `entry ${position} was changed`;
      head = { position, hash };
    }
    if (entries.length < CHECK_BATCH_SIZE) break;
  }
  if (storedHead && storedHead.position > head.position) return `entry ${head.position + 1} was deleted`;
  return head.position > 0 && head.hash !== storedHead?.hash ? 'the newest entry was replaced' : undefined;
}
