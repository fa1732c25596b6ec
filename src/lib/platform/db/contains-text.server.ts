import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '#lib/platform/db/db.server.ts';

/**
 * Returns a case-sensitive condition that a column contains a text. On PostgreSQL, `like` is used because it is faster
 * than `strpos`; on SQLite, `like` would ignore case.
 */
export function containsText(engine: Engine, column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  if (engine === 'sqlite') return sql<SqlBool>`instr(${column}, ${text}) > 0`;
  return sql<SqlBool>`${column} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;
}
