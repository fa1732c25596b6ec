import { setTimeout as wait } from 'node:timers/promises';
import type { ShopDatabase, Tx } from '#lib/db/db.server.ts';

const TRIES = 8;
/** Serialisation failure and deadlock: PostgreSQL asks for the whole transaction again. */
const RETRIED_SQLSTATES = new Set(['40001', '40P01']);
const SQLITE_BUSY = 5;

/** Runs `work` in one write transaction, again from the start when the engine asks for it; `work` must not touch the network. */
export async function transaction<T>(db: ShopDatabase, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.write.transaction().execute(work);
    } catch (error) {
      if (attempt === TRIES || !isWorthRetrying(error)) throw error;
      await wait(2 ** attempt + Math.random() * 10);
    }
  }
}

function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && RETRIED_SQLSTATES.has(String(error.code))) return true;
  // Extended codes carry the kind of busy in the upper bits.
  return 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === SQLITE_BUSY;
}
