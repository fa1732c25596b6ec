import { type RawBuilder, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Returns SQL that compares a column or expression by bytes, as the indexes on names, subjects and emails require. */
export function comparedByBytes(engine: ShopDatabase['engine'], column: string): RawBuilder<unknown> {
  return sql.raw(engine === 'postgres' ? `${column} collate "C"` : column);
}
