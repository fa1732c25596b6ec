import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '#lib/platform/db/db.server.ts';

/** Returns the SQL for a field of the order's address. */
export function addressField(engine: Engine, field: 'city' | 'state' | 'pincode'): RawBuilder<unknown> {
  return engine === 'postgres'
    ? sql`(orders.address_json::json ->> ${sql.lit(field)})`
    : sql`(orders.address_json ->> ${sql.lit(`$.${field}`)})`;
}
