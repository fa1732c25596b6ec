import { sql } from 'kysely';
import { tablesOf } from '#lib/operations/backup/contents.server.ts';
import type { Counters, Row, Target } from '#lib/operations/database-move/place.ts';
import { askServer, numberings, rowsOfServer } from '#lib/operations/database-move/postgres-rows.server.ts';
import {
  type Ask,
  literal,
  quoted,
  readShapes,
  type TableShape,
} from '#lib/operations/database-move/table-shape.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { createAllTables } from '#lib/platform/db/migrations/migrations.server.ts';
import { arrivingMark } from '#lib/platform/db/migrations/moved.server.ts';
import { onWritableHost } from '#lib/platform/db/writable-host.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** All of it or nothing, by one transaction. Throws `conflict` when the database has tables. */
export function fillPostgres<T>(url: string, id: string, work: (target: Target) => Promise<T>): Promise<T> {
  return onWritableHost(url, (db) =>
    db.transaction().execute(async (tx) => {
      if ((await tablesOf(tx, 'postgres')).length > 0)
        throw new ShopError('conflict', 'The database to move to has tables. Move to an empty one.');
      await createAllTables(tx, 'postgres');
      const result = await work(await targetOf(tx));
      await sql`insert into migration (name, at) values (${arrivingMark(id)}, ${Date.now()})`.execute(tx);
      return result;
    }),
  );
}

/** Also goes on where it was broken off. False when nothing of this move is there. */
export function arriveInPostgres(url: string, id: string): Promise<boolean> {
  return onWritableHost(url, async (db) => {
    if (!(await tablesOf(db, 'postgres')).includes('migration')) return false;
    const { numDeletedRows } = await db.deleteFrom('migration').where('name', '=', arrivingMark(id)).executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

async function targetOf(tx: Tx): Promise<Target> {
  const ask = askServer(tx);
  const shapes = await readShapes(ask, 'postgres');
  const foreignKeys = await dropForeignKeys(ask);
  // Migrations write some rows of their own.
  for (const { name } of shapes) await ask(`delete from ${quoted(name)}`);
  async function complete(counters: Counters): Promise<void> {
    for (const { table, definition } of foreignKeys) await ask(`alter table ${table} add ${definition}`);
    for (const numbering of await numberings(ask)) await follow(ask, numbering, counters);
    await ask('analyze');
  }
  const rows = (shape: TableShape) => rowsOfServer(tx, shape);
  const insert = (shape: TableShape, portion: Row[]) => insertRows(tx, shape, portion);
  return { engine: 'postgres', shapes, keepsNul: false, rows, insert, complete };
}

/** They come back after the last row, and are checked then: no order of tables or rows would please all of them before. */
async function dropForeignKeys(ask: Ask): Promise<{ table: string; definition: string }[]> {
  const found = await ask(`select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  for (const { table, name } of found) await ask(`alter table ${table} drop constraint ${name}`);
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

/** The next number is one that neither engine has given. */
async function follow(ask: Ask, { table, column, sequence }: Numbering, counters: Counters): Promise<void> {
  const [found] = await ask(`select max(${quoted(column)}) as last from ${quoted(table)}`);
  const [given, used] = [BigInt(counters.get(table) ?? 0), BigInt(String(found?.last ?? 0))];
  const last = given > used ? given : used;
  if (last > 0n) await ask(`select setval(${literal(sequence)}, ${last})`);
}

type Numbering = Awaited<ReturnType<typeof numberings>>[number];
