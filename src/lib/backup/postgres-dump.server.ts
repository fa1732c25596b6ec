import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { contentsOf, tablesOf } from '#lib/backup/contents.server.ts';
import type { Contents } from '#lib/backup/manifest.schema.ts';
import { runProgram } from '#lib/backup/run-program.server.ts';
import { PostgresHosts, refuseReadOnly } from '#lib/platform/db/postgres-hosts.server.ts';
import type { Tables } from '#lib/platform/db/tables.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

export const POSTGRES_FILE = 'shop.pgdump';

/** `pg_dump` and the counted rows share one snapshot. */
export function dumpPostgres(url: string, folder: string): Promise<Contents> {
  return onWritableHost(url, (db, address) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
        const contents = await contentsOf(tx, 'postgres');
        const file = join(folder, POSTGRES_FILE);
        await runClient('pg_dump', address, ['--format=custom', `--snapshot=${rows[0]?.id}`, `--file=${file}`]);
        return contents;
      }),
  );
}

/** All of it or nothing. Throws `conflict` when the database has tables. */
export function fillPostgres(url: string, folder: string): Promise<Contents> {
  return onWritableHost(url, async (db, address) => {
    if ((await tablesOf(db, 'postgres')).length > 0)
      throw new ShopError('conflict', 'This database has tables. Restore into an empty one.');
    const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
    await runClient('pg_restore', address, [...options, join(folder, POSTGRES_FILE)]);
    return contentsOf(db, 'postgres');
  });
}

/** With a connection of its own, whose limits in time are those of the server: a dump may take an hour. */
async function onWritableHost<T>(url: string, work: (db: Kysely<Tables>, address: string) => Promise<T>): Promise<T> {
  const hosts = new PostgresHosts(url);
  for (let tries = 1; ; tries++) {
    const address = hosts.current;
    const pool = new pg.Pool({ connectionString: address, max: 1, onConnect: refuseReadOnly });
    // Without a listener, a lost connection would end the process.
    pool.on('error', () => {});
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    try {
      await sql`select 1`.execute(db).catch((error) => {
        hosts.skip(address);
        if (tries >= hosts.count) throw error;
        return undefined;
      });
      if (hosts.current === address) return await work(db, address);
    } finally {
      await db.destroy();
    }
  }
}

/** The password goes by the environment: other users of the machine may read arguments. */
async function runClient(name: 'pg_dump' | 'pg_restore', address: string, options: string[]): Promise<void> {
  const url = new URL(address);
  const password = decodeURIComponent(url.password);
  url.password = '';
  // Only the driver knows it.
  url.searchParams.delete('uselibpqcompat');
  const env = password ? { ...process.env, PGPASSWORD: password } : process.env;
  const { code, complained } = await runProgram(name, [`--dbname=${url}`, ...options], { env }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new ShopError('refused', `${name} is missing: install the client programs of PostgreSQL.`);
    },
  );
  if (code !== 0) throw new ShopError('refused', `${name} failed: ${complained}`);
}
