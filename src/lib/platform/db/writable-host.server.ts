import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { PostgresHosts, refuseReadOnly } from '#lib/platform/db/postgres/postgres-hosts.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** On a connection with the server's own limits: a dump takes long. Throws `busy` when no host can be written to. */
export async function onWritableHost<T>(
  url: string,
  work: (db: Kysely<Tables>, address: string) => Promise<T>,
): Promise<T> {
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
        if (tries >= hosts.count) throw inWords(error);
        return undefined;
      });
      if (hosts.current === address) return await work(db, address);
    } finally {
      await db.destroy();
    }
  }
}

/** An error for several addresses of one name has no words but those of each. */
function inWords(error: Error): ShopError {
  const said = error instanceof AggregateError ? error.errors.map(String).join(', ') : error.message;
  return new ShopError('busy', `PostgreSQL can’t be used: ${said}`, undefined, { cause: error });
}
