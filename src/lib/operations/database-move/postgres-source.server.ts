import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { identityColumns, postgresQuery, postgresRows } from '#lib/operations/database-move/postgres-rows.server.ts';
import type { Counters, Source } from '#lib/operations/database-move/source-and-target.ts';
import { IN_USE } from '#lib/operations/database-move/sqlite-source.server.ts';
import {
  quoteIdentifier,
  type RunQuery,
  readShapes,
  type TableShape,
} from '#lib/operations/database-move/table-shape.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { withWritableHost } from '#lib/platform/db/writable-host.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const MIGRATION_TABLE = 'migration';
const LOCK_NOT_AVAILABLE = '55P03';
/** The maximum wait for connections that have been closed: PostgreSQL ends them a little later. */
const CLOSED_CONNECTIONS_TIMEOUT_MS = 3_000;
const CHECK_EVERY_MS = 100;

/**
 * Locks the source database during `work`. Throws a ShopError `not_found` if the database has no shop, and `conflict`
 * if the shop is running. A process that connects during the move has to wait, and finds no tables afterwards.
 */
export function withPostgresSource<T>(url: string, work: (source: Source) => Promise<T>): Promise<T> {
  return withWritableHost(url, (db) =>
    db.transaction().execute(async (tx) => {
      const query = postgresQuery(tx);
      const shapes = await readShapes(query, 'postgres');
      if (!shapes.some(({ name }) => name === MIGRATION_TABLE))
        throw new ShopError('not_found', 'There is no shop in this database.');
      await lockExclusively(query, shapes);
      const migrations = (await query('select name from migration')).map(({ name }) => String(name)).sort();
      const markMoved = (mark: string) => markAndRenameTables(tx, shapes, mark);
      const rows = (shape: TableShape) => postgresRows(tx, shape);
      return await work({ shapes, rows, migrations, counters: () => countersOf(query), markMoved });
    }),
  );
}

async function lockExclusively(query: RunQuery, shapes: TableShape[]): Promise<void> {
  await waitForClosedConnections(query);
  await query(`set local lock_timeout = '2s'`);
  await query(
    `lock table ${shapes.map(({ name }) => quoteIdentifier(name)).join(', ')} in access exclusive mode`,
  ).catch((error) => {
    if (error?.code !== LOCK_NOT_AVAILABLE) throw error;
    throw new ShopError('conflict', IN_USE);
  });
  if (await hasOtherConnections(query)) throw new ShopError('conflict', IN_USE);
}

async function waitForClosedConnections(query: RunQuery): Promise<void> {
  for (let waitedMs = 0; await hasOtherConnections(query); waitedMs += CHECK_EVERY_MS) {
    if (waitedMs >= CLOSED_CONNECTIONS_TIMEOUT_MS) throw new ShopError('conflict', IN_USE);
    await wait(CHECK_EVERY_MS);
  }
}

/** Returns whether a shop uses the database: each of its processes has an open connection. */
async function hasOtherConnections(query: RunQuery): Promise<boolean> {
  // Otherwise, PostgreSQL would repeat the result of the first query within a transaction.
  await query('select pg_stat_clear_snapshot()');
  const [row] = await query(`select count(*) as others from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`);
  return Number(row?.others) > 0;
}

async function countersOf(query: RunQuery): Promise<Counters> {
  const counters: Counters = new Map();
  for (const { table, sequence } of await identityColumns(query)) {
    const [row] = await query(`select last_value, is_called from ${sequence}`);
    if (row?.is_called === true) counters.set(table, String(row.last_value));
  }
  return counters;
}

/**
 * Marks the database as moved, and renames its tables, so that a process that `lockExclusively` did not find can't take
 * orders, which would be lost.
 */
async function markAndRenameTables(tx: Tx, shapes: TableShape[], mark: string): Promise<void> {
  await sql`insert into migration (name, at) values (${mark}, ${Date.now()})`.execute(tx);
  for (const { name } of shapes)
    if (name !== MIGRATION_TABLE)
      await sql.raw(`alter table ${quoteIdentifier(name)} rename to ${quoteIdentifier(`moved_${name}`)}`).execute(tx);
}
