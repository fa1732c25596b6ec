import { type RawBuilder, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Selects byte comparison for a column or expression, which the indexes of names, subjects and emails require. */
export function comparedByBytes(engine: ShopDatabase['engine'], column: string): RawBuilder<unknown> {
  return sql.raw(engine === 'postgres' ? `${column} collate "C"` : column);
}
