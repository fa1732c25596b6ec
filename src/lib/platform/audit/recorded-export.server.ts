import { randomUUID } from 'node:crypto';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

export interface ExportChunk {
  text: string;
  recordCount: number;
}

interface Export {
  /** The plural noun that the audit log uses, such as `orders`. */
  recordKind: string;
  /** The filters of the list as text. */
  filters: string;
  chunks: AsyncIterable<ExportChunk>;
}

/**
 * Returns the text of an export in chunks. The audit log gets an entry before the first chunk, and another with the
 * number of records after the last chunk, even if the client has disconnected.
 */
export async function recordedExport(
  shop: { db: ShopDatabase; now(): number },
  { recordKind, filters, chunks }: Export,
): Promise<AsyncGenerator<string>> {
  const actor = currentActor();
  const record = { kind: 'export', id: randomUUID().replaceAll('-', '') };
  const addEntry = (action: string, after: object) =>
    transaction(shop.db, (tx) => recordAudit(tx, { action, record, after }, shop.now(), actor));
  await addEntry(`export ${recordKind}`, { filters });
  return countedChunks(chunks, (recordCount, isComplete) =>
    addEntry(`${recordKind} exported`, { filters, [recordKind]: recordCount, complete: isComplete }),
  );
}

async function* countedChunks(
  chunks: AsyncIterable<ExportChunk>,
  onEnd: (recordCount: number, isComplete: boolean) => Promise<void>,
): AsyncGenerator<string> {
  let recordCount = 0;
  let isComplete = false;
  try {
    for await (const chunk of chunks) {
      recordCount += chunk.recordCount;
      yield chunk.text;
    }
    isComplete = true;
  } finally {
    await onEnd(recordCount, isComplete);
  }
}
