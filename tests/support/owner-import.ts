import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readCatalogue } from '#lib/catalog/import/export/read-catalogue.server.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { wholeRecord } from './whole-record.ts';

/** Imports a record from a file with the CLI in a separate process, as an owner does. */
export async function importWithCli(dataDir: string, record: ProductRecord): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'taana-price-'));
  const file = join(dir, 'price.jsonl');
  writeFileSync(file, `${JSON.stringify(wholeRecord(record))}\n`);
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', SHOP_MODE: 'demo', LOG_LEVEL: 'warn' };
  try {
    await promisify(execFile)(process.execPath, ['scripts/shop.ts', 'import', file], { env });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

export async function recordOf(db: ShopDatabase, slug: string): Promise<ProductRecord> {
  for await (const record of readCatalogue(db)) if (record.type === 'product' && record.slug === slug) return record;
  throw new Error(`There is no product ${slug}.`);
}
