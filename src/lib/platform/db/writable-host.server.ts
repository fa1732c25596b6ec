import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { PostgresHosts, refuseReadOnlyHost } from '#lib/platform/db/postgres/postgres-hosts.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Runs `work` on the first host that accepts writes. The connection has the server's default time limits, because a
 * dump takes a long time. Throws a ShopError with the code `busy` if no host accepts writes, and the errors of `work`.
 */
export async function withWritableHost<T>(
  url: string,
  work: (db: Kysely<Tables>, hostUrl: string) => Promise<T>,
): Promise<T> {
  const hosts = new PostgresHosts(url);
  for (let attempts = 1; ; attempts++) {
    const hostUrl = hosts.currentUrl;
    const pool = new pg.Pool({ connectionString: hostUrl, max: 1, onConnect: refuseReadOnlyHost });
    // Without a listener, a lost connection would end the process.
    pool.on('error', () => {});
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    try {
      await sql`select 1`.execute(db).catch((error) => {
        hosts.skip(hostUrl);
        if (attempts >= hosts.count) throw asShopError(error);
        return undefined;
      });
      if (hosts.currentUrl === hostUrl) return await work(db, hostUrl);
    } finally {
      await db.destroy();
    }
  }
}

/**
 * Returns a ShopError with the message of the error. An AggregateError, which is thrown if a host name has several
 * addresses, has no useful message, so the messages of its errors are joined.
 */
function asShopError(error: Error): ShopError {
  const message = error instanceof AggregateError ? error.errors.map(String).join(', ') : error.message;
  return new ShopError('busy', `PostgreSQL can’t be used: ${message}`, undefined, { cause: error });
}
