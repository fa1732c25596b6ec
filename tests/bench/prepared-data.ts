import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { startWithNpmFlags } from '#support/shop-process.ts';
import { importGenerated } from './catalogue.ts';

const preparedFolders = new Map<number | 'demo', Promise<string>>();

/**
 * Returns an SQLite data folder with generated products or the demo shop. The folder is created once per run, and is
 * removed at the end of the run unless `BENCH_KEEP` is set, which keeps generated catalogues.
 */
export function prepareData(goods: number | 'demo'): Promise<string> {
  const existing = preparedFolders.get(goods);
  if (existing) return existing;
  const pending = goods === 'demo' ? fillByFirstStart(temporaryFolder(goods)) : reuseOrGenerate(goods);
  preparedFolders.set(goods, pending);
  return pending;
}

/**
 * Returns a folder with a generated catalogue. `BENCH_KEEP` is a folder in which generated catalogues are kept for the
 * next run, because generating a million products takes ten minutes.
 */
async function reuseOrGenerate(size: number): Promise<string> {
  const { BENCH_KEEP } = process.env;
  if (!BENCH_KEEP) return fillGenerated(temporaryFolder(size), size);
  const dir = join(BENCH_KEEP, `sqlite-${size}`);
  if (!existsSync(dir)) {
    const unfinished = `${dir}-unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    await fillGenerated(unfinished, size);
    renameSync(unfinished, dir);
  }
  const db = await openDatabase({ dataDir: dir });
  await migrate(db);
  await db.close();
  return dir;
}

export interface PreparedDatabase {
  url: string;
  /** The data folder, which contains the secret key of the database. */
  dataDir: string;
  drop(): Promise<void>;
}

/** Returns a PostgreSQL database with generated products. `drop` removes the database unless `BENCH_KEEP` is set. */
export async function preparePostgres(serverUrl: string, size: number): Promise<PreparedDatabase> {
  const { BENCH_KEEP } = process.env;
  const name = `bench_${size}`;
  const url = urlOnServer(serverUrl, name);
  const matches = await runOnServer(serverUrl, `select 1 from pg_database where datname = '${name}'`);
  if (matches === 0) {
    const unfinished = `${name}_unfinished`;
    await runOnServer(serverUrl, `drop database if exists ${unfinished} with (force)`);
    await runOnServer(serverUrl, `create database ${unfinished}`);
    const db = await openDatabase({ databaseUrl: urlOnServer(serverUrl, unfinished), dataDir: '' });
    await migrate(db);
    await importGenerated(db, size);
    // Without this command, autovacuum would start during the measurement.
    await sql`vacuum analyze`.execute(db.bulk);
    await db.close();
    await runOnServer(serverUrl, `alter database ${unfinished} rename to ${name}`);
  }
  const db = await openDatabase({ databaseUrl: url, dataDir: '' });
  await migrate(db);
  await db.close();
  return {
    url,
    dataDir: BENCH_KEEP ? join(BENCH_KEEP, `postgres-${size}-files`) : temporaryFolder(size),
    async drop() {
      if (!BENCH_KEEP) await runOnServer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

function urlOnServer(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs a statement on the server, and returns the number of rows in its result. */
async function runOnServer(serverUrl: string, statement: string): Promise<number> {
  const server = await openDatabase({ databaseUrl: serverUrl, dataDir: '' });
  const { rows } = await sql.raw(statement).execute(server.bulk);
  await server.close();
  return rows.length;
}

function temporaryFolder(goods: number | 'demo'): string {
  const dir = mkdtempSync(join(tmpdir(), `taana-bench-${goods}-`));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function fillByFirstStart(dir: string): Promise<string> {
  await (await startWithNpmFlags({ dataDir: dir })).stop();
  return dir;
}

async function fillGenerated(dir: string, size: number): Promise<string> {
  const db = await openDatabase({ dataDir: dir });
  await migrate(db);
  await importGenerated(db, size);
  await db.close();
  return dir;
}
