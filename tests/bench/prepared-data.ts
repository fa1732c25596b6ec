import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#lib/db/db.server.ts';
import { migrate } from '#lib/db/migrate.server.ts';
import { importGenerated } from './catalogue.ts';

const prepared = new Map<number, Promise<string>>();

/** A data folder with so many generated products on SQLite, made once in a run and removed at its end. */
export function preparedData(size: number): Promise<string> {
  const known = prepared.get(size);
  if (known) return known;
  const making = make(size);
  prepared.set(size, making);
  return making;
}

async function make(size: number): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), `taana-bench-${size}-`));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const db = await openDatabase({ dataDir: dir });
  await migrate(db);
  await importGenerated(db, size);
  await db.close();
  return dir;
}
