import { type RawBuilder, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** A column or expression. Only a comparison by bytes can use the indexes of names, subjects and email addresses. */
export function comparedByBytes(engine: ShopDatabase['engine'], column: string): RawBuilder<unknown> {
  return sql.raw(engine === 'postgres' ? `${column} collate "C"` : column);
}
