import { sql } from 'kysely';
import type { Counters, Source } from '#lib/operations/database-move/place.ts';
import { askServer, numberings, rowsOfServer } from '#lib/operations/database-move/postgres-rows.server.ts';
import { IN_USE } from '#lib/operations/database-move/sqlite-source.server.ts';
import { type Ask, quoted, readShapes, type TableShape } from '#lib/operations/database-move/table-shape.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { onWritableHost } from '#lib/platform/db/writable-host.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const LEDGER = 'migration';
const LOCK_NOT_AVAILABLE = '55P03';

/** Throws `conflict` while the shop is open. Who connects meanwhile waits, and finds no table afterwards. */
export function fromPostgres<T>(url: string, work: (source: Source) => Promise<T>): Promise<T> {
  return onWritableHost(url, (db) =>
    db.transaction().execute(async (tx) => {
      const ask = askServer(tx);
      const shapes = await readShapes(ask, 'postgres');
      if (!shapes.some(({ name }) => name === LEDGER))
        throw new ShopError('not_found', 'There is no shop in this database.');
      await takeAlone(ask, shapes);
      const migrations = (await ask('select name from migration')).map(({ name }) => String(name)).sort();
      const leave = (mark: string) => leaveTables(tx, shapes, mark);
      return await work({ ...reading(tx, shapes), migrations, counters: () => countersOf(ask), leave });
    }),
  );
}

function reading(tx: Tx, shapes: TableShape[]) {
  return { engine: 'postgres' as const, shapes, rows: (shape: TableShape) => rowsOfServer(tx, shape) };
}

async function takeAlone(ask: Ask, shapes: TableShape[]): Promise<void> {
  await refuseOthers(ask);
  await ask(`set local lock_timeout = '2s'`);
  await ask(`lock table ${shapes.map(({ name }) => quoted(name)).join(', ')} in access exclusive mode`).catch(
    (error) => {
      if (error?.code !== LOCK_NOT_AVAILABLE) throw error;
      throw new ShopError('conflict', IN_USE);
    },
  );
  // Those that came between the first look and the lock.
  await refuseOthers(ask);
}

/** Each process of a shop keeps a connection, as long as it runs. */
async function refuseOthers(ask: Ask): Promise<void> {
  const [found] = await ask(`select count(*) as others from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`);
  if (Number(found?.others) > 0) throw new ShopError('conflict', IN_USE);
}

async function countersOf(ask: Ask): Promise<Counters> {
  const counters: Counters = new Map();
  for (const { table, sequence } of await numberings(ask)) {
    const [found] = await ask(`select last_value, is_called from ${sequence}`);
    if (found?.is_called === true) counters.set(table, String(found.last_value));
  }
  return counters;
}

/** A process that outlived all looks finds no table to sell from, so that it can't take an order which nobody would see. */
async function leaveTables(tx: Tx, shapes: TableShape[], mark: string): Promise<void> {
  await sql`insert into migration (name, at) values (${mark}, ${Date.now()})`.execute(tx);
  for (const { name } of shapes)
    if (name !== LEDGER) await sql.raw(`alter table ${quoted(name)} rename to ${quoted(`moved_${name}`)}`).execute(tx);
}
