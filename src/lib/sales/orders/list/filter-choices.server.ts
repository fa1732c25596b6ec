import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const MAX_CHOICES = 100;

export interface FilterChoices {
  states: string[];
  zones: string[];
  carriers: string[];
}

/** What orders can be filtered by: the states, zones and couriers that occur. */
export async function filterChoices(db: Pick<ShopDatabase, 'read'>): Promise<FilterChoices> {
  const [states, zones, carriers] = await Promise.all(
    (['delivery_state', 'delivery_zone', 'carrier'] as const).map((column) => valuesOf(db, column)),
  );
  return { states: states ?? [], zones: zones ?? [], carriers: carriers ?? [] };
}

/** Each value in order, found by one look into the index of the column, however many orders there are. */
async function valuesOf({ read }: Pick<ShopDatabase, 'read'>, name: string): Promise<string[]> {
  const column = sql.ref(name);
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      select min(${column}) from orders where ${column} is not null
      union all
      select (select min(${column}) from orders where ${column} > found.value) from found where found.value is not null
    )
    select value from found where value is not null limit ${MAX_CHOICES}`.execute(read);
  return rows.map(({ value }) => value);
}
