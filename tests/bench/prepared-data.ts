import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrations/migrate.server.ts';
import { startShop } from '#support/shop-process.ts';
import { importGenerated } from './catalogue.ts';

const prepared = new Map<number | 'demo', Promise<string>>();

/** A data folder on SQLite with so many generated products or the demo shop, made once in a run and removed at its end. */
export function preparedData(goods: number | 'demo'): Promise<string> {
  const known = prepared.get(goods);
  if (known) return known;
  const dir = mkdtempSync(join(tmpdir(), `taana-bench-${goods}-`));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const making = goods === 'demo' ? fillByFirstStart(dir) : fillGenerated(dir, goods);
  prepared.set(goods, making);
  return making;
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
