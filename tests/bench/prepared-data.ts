import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrations/migrate.server.ts';
import { startShop } from '#support/shop-process.ts';
import { importGenerated } from './catalogue.ts';

const prepared = new Map<number | 'demo', Promise<string>>();

/** A data folder on SQLite with so many generated products or the demo shop, made once in a run and removed at its end. */
export function preparedData(goods: number | 'demo'): Promise<string> {
  const known = prepared.get(goods);
  if (known) return known;
  const making = goods === 'demo' ? fillByFirstStart(temporary(goods)) : keptOrFilled(goods);
  prepared.set(goods, making);
  return making;
}

/** `BENCH_KEEP` names a folder where generated catalogues stay for the next run: a million products take ten minutes. */
async function keptOrFilled(size: number): Promise<string> {
  const { BENCH_KEEP } = process.env;
  if (!BENCH_KEEP) return fillGenerated(temporary(size), size);
  const dir = join(BENCH_KEEP, `sqlite-${size}`);
  if (!existsSync(dir)) {
    mkdirSync(dir, { recursive: true });
    return fillGenerated(dir, size);
  }
  const db = await openDatabase({ dataDir: dir });
  await migrate(db);
  await db.close();
  return dir;
}

/** The same on a PostgreSQL, in a database named for its size; `BENCH_KEEP` keeps it there. */
export async function preparedPostgres(
  serverUrl: string,
  size: number,
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `bench_${size}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const server = await openDatabase({ databaseUrl: serverUrl, dataDir: '' });
  const there = await sql`select 1 from pg_database where datname = ${name}`.execute(server.write);
  if (there.rows.length === 0) await sql.raw(`create database ${name}`).execute(server.write);
  await server.close();
  const db = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  await migrate(db);
  if (there.rows.length === 0) await importGenerated(db, size);
  await db.close();
  return {
    url: url.href,
    async drop() {
      if (process.env.BENCH_KEEP) return;
      const last = await openDatabase({ databaseUrl: serverUrl, dataDir: '' });
      await sql.raw(`drop database if exists ${name} with (force)`).execute(last.bulk);
      await last.close();
    },
  };
}

function temporary(goods: number | 'demo'): string {
  const dir = mkdtempSync(join(tmpdir(), `taana-bench-${goods}-`));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function fillByFirstStart(dir: string): Promise<string> {
  await (await startShop({ dataDir: dir })).stop();
  return dir;
}

async function fillGenerated(dir: string, size: number): Promise<string> {
  const db = await openDatabase({ dataDir: dir });
  await migrate(db);
  await importGenerated(db, size);
  await db.close();
  return dir;
}
