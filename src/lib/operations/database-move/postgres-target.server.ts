import { sql } from 'kysely';
import { tablesOf } from '#lib/operations/backup/contents.server.ts';
import { identityColumns, postgresQuery, postgresRows } from '#lib/operations/database-move/postgres-rows.server.ts';
import type { Counters, Row, Target } from '#lib/operations/database-move/source-and-target.ts';
import {
  quoteIdentifier,
  quoteLiteral,
  type RunQuery,
  readShapes,
  type TableShape,
} from '#lib/operations/database-move/table-shape.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { createAllTables } from '#lib/platform/db/migrator/migrate.server.ts';
import { arrivingMark } from '#lib/platform/db/migrator/move-marks.server.ts';
import { withWritableHost } from '#lib/platform/db/writable-host.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Fills the database in one transaction, and returns the result of `work`. Throws a ShopError `conflict` if it has
 * tables.
 */
export function fillPostgres<T>(url: string, moveId: string, work: (target: Target) => Promise<T>): Promise<T> {
  return withWritableHost(url, (db) =>
    db.transaction().execute(async (tx) => {
      if ((await tablesOf(tx, 'postgres')).length > 0)
        throw new ShopError('conflict', 'The target database is not empty. Move to an empty database.');
      await createAllTables(tx, 'postgres');
      const result = await work(await targetOf(tx));
      await sql`insert into migration (name, at) values (${arrivingMark(moveId)}, ${Date.now()})`.execute(tx);
      return result;
    }),
  );
}

/**
 * Removes the mark of the move, so that a shop can start from the target, even if the move was interrupted before.
 * Returns false if the target has no mark of this move.
 */
export function activatePostgres(url: string, moveId: string): Promise<boolean> {
  return withWritableHost(url, async (db) => {
    if (!(await tablesOf(db, 'postgres')).includes('migration')) return false;
    const { numDeletedRows } = await db
      .deleteFrom('migration')
      .where('name', '=', arrivingMark(moveId))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

async function targetOf(tx: Tx): Promise<Target> {
  const query = postgresQuery(tx);
  const shapes = await readShapes(query, 'postgres');
  const foreignKeys = await dropForeignKeys(query);
  // Deletes the rows that migrations have inserted.
  for (const { name } of shapes) await query(`delete from ${quoteIdentifier(name)}`);
  async function complete(counters: Counters): Promise<void> {
    for (const { table, definition } of foreignKeys) await query(`alter table ${table} add ${definition}`);
    for (const column of await identityColumns(query)) await setSequence(query, column, counters);
    await query('analyze');
  }
  const rows = (shape: TableShape) => postgresRows(tx, shape);
  const insert = (shape: TableShape, batch: Row[]) => insertRows(tx, shape, batch);
  return { shapes, supportsNul: false, rows, insert, complete };
}

/** Drops the foreign keys, because no order of inserts satisfies them all. `complete` restores and checks them. */
async function dropForeignKeys(query: RunQuery): Promise<{ table: string; definition: string }[]> {
  const foreignKeys = await query(`select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  for (const { table, name } of foreignKeys) await query(`alter table ${table} drop constraint ${name}`);
  return foreignKeys.map((key) => ({
    table: String(key.table),
    definition: `constraint ${key.name} ${key.definition}`,
  }));
}

async function insertRows(tx: Tx, { name, columns }: TableShape, rows: Row[]): Promise<void> {
  const columnNames = sql.join(columns.map((column) => sql.id(column.name)));
  const columnArrays = columns.map(({ kind }, index) => {
    const type = sql.raw(kind === 'integer' ? 'bigint[]' : 'text[]');
    return sql`${rows.map((row) => row[index])}::${type}`;
  });
  const insert = sql`insert into ${sql.id(name)} (${columnNames}) select * from unnest(${sql.join(columnArrays)})`;
  await insert.execute(tx);
}

/** Sets the sequence so that no number is used twice. */
async function setSequence(
  query: RunQuery,
  { table, column, sequence }: IdentityColumn,
  counters: Counters,
): Promise<void> {
  const [row] = await query(`select max(${quoteIdentifier(column)}) as last from ${quoteIdentifier(table)}`);
  const [counter, max] = [BigInt(counters.get(table) ?? 0), BigInt(String(row?.last ?? 0))];
  const lastNumber = counter > max ? counter : max;
  if (lastNumber > 0n) await query(`select setval(${quoteLiteral(sequence)}, ${lastNumber})`);
}

type IdentityColumn = Awaited<ReturnType<typeof identityColumns>>[number];
