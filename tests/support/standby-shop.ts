import pg from 'pg';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PostgresPair } from '#support/postgres-pair.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { runScript } from '#support/test-database.ts';

const CATALOGUE = "relname in ('product', 'variant', 'product_listing', 'picture')";
const SCANS = `select sum(seq_scan + idx_scan)::int as n from pg_stat_user_tables where ${CATALOGUE}`;

/** A shop on a primary with an asynchronous standby. The shop's role owns the database and has no other privileges. */
export class StandbyShop {
  readonly pair: PostgresPair;
  readonly db: ShopDatabase;
  readonly shop: ShopProcess;
  readonly #removeData: () => void;

  private constructor(pair: PostgresPair, db: ShopDatabase, shop: ShopProcess, removeData: () => void) {
    this.pair = pair;
    this.db = db;
    this.shop = shop;
    this.#removeData = removeData;
  }

  static async start(env: Record<string, string> = {}): Promise<StandbyShop> {
    const data = temporaryDir('standby');
    const pair = await PostgresPair.start();
    await pair.setSynchronousStandby('');
    await runScript(pair.leaderUrl, 'create role shop login');
    await runScript(pair.leaderUrl, 'create database shop owner shop');
    const addresses = { DATABASE_URL: shopUrl(pair.leaderUrl), DATABASE_READ_URL: shopUrl(pair.followerUrl) };
    const db = await smallShop(data.dir, addresses.DATABASE_URL);
    const shop = await startShop({ dataDir: data.dir, env: { ...addresses, TRUSTED_PROXIES: '1', ...env } });
    return new StandbyShop(pair, db, shop, data.remove);
  }

  async stop(): Promise<void> {
    await this.shop.stop();
    await this.db.close();
    await this.pair.stop();
    this.#removeData();
  }

  async setPrice(rupees: number): Promise<void> {
    const category = { type: 'category', slug: 'women', name: 'Women' } as const;
    await saveCatalogueBatch(this.db, [category, oneProduct('loom-kurta', rupees)], new Map());
  }

  get primaryUrl(): string {
    return shopUrl(this.pair.leaderUrl);
  }

  get standbyUrl(): string {
    return shopUrl(this.pair.followerUrl);
  }

  /** Reads how often the catalogue's tables were scanned on the primary and the standby, at most a second ago. */
  readScanCounts(): Promise<number[]> {
    return Promise.all([this.primaryUrl, this.standbyUrl].map((url) => queryNumber(url, SCANS)));
  }

  /** Stops applying the primary's changes to the standby. */
  async pauseReplay(): Promise<void> {
    await queryNumber(this.pair.followerUrl, 'select pg_wal_replay_pause()');
  }

  async resumeReplay(): Promise<void> {
    await queryNumber(this.pair.followerUrl, 'select pg_wal_replay_resume()');
  }
}

function shopUrl(url: string): string {
  const { port } = new URL(url);
  return `postgres://shop@127.0.0.1:${port}/shop`;
}

async function queryNumber(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ n: number }>(statement).finally(() => client.end());
  return rows[0]?.n ?? 0;
}
