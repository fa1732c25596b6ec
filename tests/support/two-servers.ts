import { inject } from 'vitest';
import type { Engine, ShopDatabase } from '#lib/platform/db/db.server.ts';
import { type ShopProcess, startShop, temporaryDir } from './shop-process.ts';
import { createDatabase } from './test-database.ts';

export interface TwoServers {
  db: ShopDatabase;
  servers: ShopProcess[];
  /** Stops both servers, closes `db`, and removes the data. */
  close(): Promise<void>;
}

/** Starts two servers that share a new database. `fill` opens and fills the database before the servers start. */
export async function startTwoServers(
  engine: Engine,
  fill: (dataDir: string, databaseUrl: string | undefined) => Promise<ShopDatabase>,
  env: Record<string, string> = {},
): Promise<TwoServers> {
  const data = temporaryDir('two-servers');
  const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
  const db = await fill(data.dir, database?.url);
  const options = { dataDir: data.dir, env: { DATABASE_URL: database?.url ?? '', ...env } };
  const servers = await Promise.all([startShop(options), startShop(options)]);
  return {
    db,
    servers,
    async close() {
      await Promise.all(servers.map((server) => server.stop()));
      await db.close();
      await database?.drop();
      data.remove();
    },
  };
}
