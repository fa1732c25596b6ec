import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '#lib/platform/db/db.server.ts';

/** Returns the SQL for a field of the order's address. */
export function addressPart(engine: Engine, name: 'city' | 'state' | 'pincode'): RawBuilder<unknown> {
  return engine === 'postgres'
    ? sql`(orders.address_json::json ->> ${sql.lit(name)})`
    : sql`(orders.address_json ->> ${sql.lit(`$.${name}`)})`;
}
