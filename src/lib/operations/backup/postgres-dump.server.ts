import { join } from 'node:path';
import { sql } from 'kysely';
import { POSTGRES_FILE } from '#lib/operations/backup/backup-path.server.ts';
import { contentsOf, tablesOf } from '#lib/operations/backup/contents.server.ts';
import type { Contents } from '#lib/operations/backup/manifest.schema.ts';
import { runProgram } from '#lib/operations/backup/run-program.server.ts';
import { withWritableHost } from '#lib/platform/db/writable-host.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Dumps the database and returns its contents, both from the same snapshot. Throws a ShopError `refused` if `pg_dump`
 * fails.
 */
export function dumpPostgres(url: string, folder: string): Promise<Contents> {
  return withWritableHost(url, (db, hostUrl) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx);
        const contents = await contentsOf(tx, 'postgres');
        const file = join(folder, POSTGRES_FILE);
        await runClient('pg_dump', hostUrl, ['--format=custom', `--snapshot=${rows[0]?.id}`, `--file=${file}`]);
        return contents;
      }),
  );
}

/**
 * Restores the whole database or nothing. Throws a ShopError `conflict` if the database already has tables, and
 * `refused` if `pg_restore` fails.
 */
export function restorePostgres(url: string, folder: string): Promise<Contents> {
  return withWritableHost(url, async (db, hostUrl) => {
    if ((await tablesOf(db, 'postgres')).length > 0)
      throw new ShopError('conflict', 'This database is not empty. Restore into an empty database.');
    const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
    await runClient('pg_restore', hostUrl, [...options, join(folder, POSTGRES_FILE)]);
    return contentsOf(db, 'postgres');
  });
}

/** Runs a client program. The password is in the environment, because other users of the machine can read arguments. */
async function runClient(name: 'pg_dump' | 'pg_restore', hostUrl: string, options: string[]): Promise<void> {
  const url = new URL(hostUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  // Only the Node.js driver supports this parameter.
  url.searchParams.delete('uselibpqcompat');
  const env = password ? { ...process.env, PGPASSWORD: password } : process.env;
  const { code, errorOutput } = await runProgram(name, [`--dbname=${url}`, ...options], { env }).catch(
    (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
      throw new ShopError('refused', `${name} is missing: install the client programs of PostgreSQL.`);
    },
  );
  if (code !== 0) throw new ShopError('refused', `${name} failed: ${errorOutput}`);
}
