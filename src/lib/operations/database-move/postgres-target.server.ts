import { sql } from 'kysely';
import { tablesOf } from '#lib/operations/backup/contents.server.ts';
import { numberings, queryServer, serverRows } from '#lib/operations/database-move/postgres-rows.server.ts';
import type { Counters, Row, Target } from '#lib/operations/database-move/source-and-target.ts';
import {
  literal,
  quoted,
  type RunQuery,
  readShapes,
  type TableShape,
} from '#lib/operations/database-move/table-shape.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { createAllTables } from '#lib/platform/db/migrator/migrate.server.ts';
import { arrivingMark } from '#lib/platform/db/migrator/move-marks.server.ts';
import { onWritableHost } from '#lib/platform/db/writable-host.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** Fills the database in one transaction. Throws `conflict` when it has tables. */
export function fillPostgres<T>(url: string, id: string, work: (target: Target) => Promise<T>): Promise<T> {
  return onWritableHost(url, (db) =>
    db.transaction().execute(async (tx) => {
      if ((await tablesOf(tx, 'postgres')).length > 0)
        throw new ShopError('conflict', 'The target database is not empty. Move to an empty database.');
      await createAllTables(tx, 'postgres');
      const result = await work(await targetOf(tx));
      await sql`insert into migration (name, at) values (${arrivingMark(id)}, ${Date.now()})`.execute(tx);
      return result;
    }),
  );
}

/** Can continue an interrupted move. False when the target has no data of this move. */
export function arriveInPostgres(url: string, id: string): Promise<boolean> {
  return onWritableHost(url, async (db) => {
    if (!(await tablesOf(db, 'postgres')).includes('migration')) return false;
    const { numDeletedRows } = await db.deleteFrom('migration').where('name', '=', arrivingMark(id)).executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

async function targetOf(tx: Tx): Promise<Target> {
  const query = queryServer(tx);
  const shapes = await readShapes(query, 'postgres');
  const foreignKeys = await dropForeignKeys(query);
  // Migrations write some rows of their own.
  for (const { name } of shapes) await query(`delete from ${quoted(name)}`);
  async function complete(counters: Counters): Promise<void> {
    for (const { table, definition } of foreignKeys) await query(`alter table ${table} add ${definition}`);
    for (const numbering of await numberings(query)) await follow(query, numbering, counters);
    await query('analyze');
  }
  const rows = (shape: TableShape) => serverRows(tx, shape);
  const insert = (shape: TableShape, batch: Row[]) => insertRows(tx, shape, batch);
  return { engine: 'postgres', shapes, supportsNul: false, rows, insert, complete };
}

/** Restored and checked after the last row: no order of tables and rows would satisfy all of them during the copy. */
async function dropForeignKeys(query: RunQuery): Promise<{ table: string; definition: string }[]> {
  const found = await query(`select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  for (const { table, name } of found) await query(`alter table ${table} drop constraint ${name}`);
  return found.map((key) => ({ table: String(key.table), definition: `constraint ${key.name} ${key.definition}` }));
}

async function insertRows(tx: Tx, { name, columns }: TableShape, rows: Row[]): Promise<void> {
  const named = columns.map((column) => quoted(column.name)).join(', ');
  const values = columns.map(({ kind }, at) => {
    const type = sql.raw(kind === 'whole' ? 'bigint[]' : 'text[]');
    return sql`${rows.map((row) => row[at])}::${type}`;
  });
  await sql`insert into ${sql.raw(quoted(name))} (${sql.raw(named)}) select * from unnest(${sql.join(values)})`.execute(
    tx,
  );
}

/** Sets the sequence so that no number is used twice. */
async function follow(query: RunQuery, { table, column, sequence }: Numbering, counters: Counters): Promise<void> {
  const [found] = await query(`select max(${quoted(column)}) as last from ${quoted(table)}`);
  const [given, used] = [BigInt(counters.get(table) ?? 0), BigInt(String(found?.last ?? 0))];
  const last = given > used ? given : used;
  if (last > 0n) await query(`select setval(${literal(sequence)}, ${last})`);
}

type Numbering = Awaited<ReturnType<typeof numberings>>[number];
