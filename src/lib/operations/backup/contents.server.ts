import { type Kysely, sql } from 'kysely';
import type { Contents } from '#lib/operations/backup/manifest.schema.ts';
import type { Engine } from '#lib/platform/db/db.server.ts';
import { assertNotMoved } from '#lib/platform/db/migrator/move-marks.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { keyCheckOf } from '#lib/platform/secret-key.server.ts';
import { countText } from '#lib/primitives/plural.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/** Queries for the names of all tables, except virtual tables of SQLite, which earlier versions used for searching. */
export const TABLE_NAME_QUERIES = {
  sqlite: `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite%'`,
  postgres: `select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`,
};

/**
 * Returns what a backup records about its database: migrations, row counts, the sum of all orders, and the key check.
 * The row counts and the sum are compared after a restore. They are consistent only inside a transaction, or while
 * nothing writes to the database. Throws a ShopError `refused` if the database was moved, or is the target of an
 * unfinished move.
 */
export async function contentsOf(db: Kysely<Tables>, engine: Engine): Promise<Contents> {
  const rowCounts: Record<string, number> = {};
  const migrations = await db.selectFrom('migration').select('name').orderBy('name').execute();
  assertNotMoved(migrations.map(({ name }) => name));
  for (const name of await tablesOf(db, engine)) {
    const result = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    rowCounts[name] = Number(result.rows[0]?.count);
  }
  const sumQuery = db
    .selectFrom('orders')
    .select(({ fn }) => fn.sum<number | string | null>('total_paise').as('paise'));
  const { paise } = await sumQuery.executeTakeFirstOrThrow();
  // Earlier versions did not check the key, so their databases may lack this table.
  const keyCheck = 'installation_note' in rowCounts ? await keyCheckOf({ write: db }) : undefined;
  return { migrations: migrations.map(({ name }) => name), rows: rowCounts, ordersPaise: Number(paise ?? 0), keyCheck };
}

/** Returns the names of all tables, sorted. */
export async function tablesOf(db: Kysely<Tables>, engine: Engine): Promise<string[]> {
  const { rows } = await sql.raw<{ name: string }>(TABLE_NAME_QUERIES[engine]).execute(db);
  return rows.map(({ name }) => name).sort();
}

/** Returns a line for each difference from the expected contents. Migrations and the key check are not compared. */
export function differences(expected: Contents, found: Contents): string[] {
  const tables = new Set([...Object.keys(expected.rows), ...Object.keys(found.rows)]);
  const lines = [...tables]
    .filter((table) => expected.rows[table] !== found.rows[table])
    .map(
      (table) => `${table}: expected ${rowCountText(expected.rows[table])}, found ${rowCountText(found.rows[table])}`,
    );
  if (expected.ordersPaise !== found.ordersPaise)
    lines.push(`orders: expected a sum of ${priceText(expected.ordersPaise)}, found ${priceText(found.ordersPaise)}`);
  return lines;
}

function rowCountText(rowCount: number | undefined): string {
  return rowCount === undefined ? 'no such table' : countText(rowCount, 'row');
}
