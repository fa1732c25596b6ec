import type { Engine, ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { createPostgresSearch, findInPostgres, putInPostgres } from '#lib/platform/db/search-postgres.server.ts';
import { createSqliteSearch, findInSqlite, putInSqlite } from '#lib/platform/db/search-sqlite.server.ts';

export interface SearchDocument {
  id: number;
  nameWords: string[];
  words: string[];
}

export function createSearchTable(tx: Tx, engine: Engine): Promise<void> {
  return engine === 'postgres' ? createPostgresSearch(tx) : createSqliteSearch(tx);
}

/** Replaces documents; empty `words` remove one. `known` are ids that may be there already. */
export async function putSearchDocuments(
  tx: Tx,
  engine: Engine,
  documents: SearchDocument[],
  known: ReadonlySet<number>,
): Promise<void> {
  await (engine === 'postgres' ? putInPostgres(tx, documents, known) : putInSqlite(tx, documents, known));
}

export async function findSearchDocuments(
  db: ShopDatabase,
  words: string[],
  limit: number,
  where: 'name' | 'all' = 'all',
): Promise<number[]> {
  if (words.length === 0) return [];
  return db.engine === 'postgres' ? findInPostgres(db, words, limit, where) : findInSqlite(db, words, limit, where);
}
