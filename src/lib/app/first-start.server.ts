import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addDemoCoupons } from '#lib/cart/demo-coupons.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const CATALOGUE_DIR = fileURLToPath(new URL('../../content/catalogue/', import.meta.url));

/** Fills an empty demo shop. The next start finishes a load that was cut off. */
export async function loadDemoAtFirstStart(shop: Shop): Promise<void> {
  if (shop.settings.mode !== 'demo') return;
  const unfinished = join(shop.settings.dataDir, 'demo-catalogue-unfinished');
  const any = await shop.db.read.selectFrom('product').select('id').limit(1).executeTakeFirst();
  if (any && !existsSync(unfinished)) return;
  await writeFile(unfinished, '');
  await loadDemoCatalogue(shop);
  await addDemoCoupons(shop);
  await rm(unfinished, { force: true });
}

async function loadDemoCatalogue({ db, pictures, log }: Shop): Promise<void> {
  // 37 files that no other start needs.
  const { importCatalogue } = await import('#lib/import/import-catalogue.server.ts');
  const { progressBar } = await import('#lib/import/progress-bar.server.ts');
  const bar = progressBar('Loading the demo shop');
  const options = { db, pictures, source: CATALOGUE_DIR, onProgress: bar.update };
  const report = await importCatalogue(options).finally(bar.end);
  for (const problem of report.problems) log.error(problem, 'a record of the demo catalogue was left out');
  const [first] = report.warnings;
  if (first) log.warn({ first, warnings: report.warnings.length }, 'the demo catalogue is not whole');
  const { created, updated, unchanged } = report;
  log.info({ created, updated, unchanged, pictures: report.pictures }, 'the demo catalogue is loaded');
}
