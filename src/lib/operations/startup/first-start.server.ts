import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { addDemoCoupons } from '#lib/sales/cart/coupons/demo-coupons.server.ts';

const CATALOGUE_DIR = fileURLToPath(new URL('../../../content/catalogue/', import.meta.url));

/** In the database, since the demo's goods are finished in no other. */
const NOTE = 'demo_catalogue';
const UNFINISHED = 'unfinished';
/** Versions before this note left a file, which does not say which database it was about. */
const OLD_MARK = 'demo-catalogue-unfinished';

/** Fills an empty demo shop. The next start finishes a load that was cut off. */
export async function loadDemoAtFirstStart(shop: Shop): Promise<void> {
  if (shop.settings.mode !== 'demo') return;
  const { db, now } = shop;
  const any = await db.read.selectFrom('product').select('id').limit(1).executeTakeFirst();
  await removeOldMark(shop, any !== undefined);
  if (any && (await readNote(db, NOTE))?.value !== UNFINISHED) return;
  await saveNote(db, NOTE, UNFINISHED, now());
  await loadDemoCatalogue(shop);
  await addDemoCoupons(shop);
  await saveNote(db, NOTE, 'loaded', now());
}

/** A shop with goods is left as it is: they may be the owner's. */
async function removeOldMark({ settings, log }: Shop, hasGoods: boolean): Promise<void> {
  const path = join(settings.dataDir, OLD_MARK);
  if (!existsSync(path)) return;
  if (hasGoods)
    log.warn(
      'an earlier version did not finish loading the demo catalogue: npm run shop -- import src/content/catalogue',
    );
  await rm(path, { force: true });
}

async function loadDemoCatalogue({ db, pictures, log }: Shop): Promise<void> {
  // 37 files that no other start needs.
  const { importCatalogue } = await import('#lib/catalog/import/import-catalogue.server.ts');
  const { progressBar } = await import('#lib/catalog/import/progress-bar.server.ts');
  const bar = progressBar('Loading the demo shop');
  const options = { db, pictures, source: CATALOGUE_DIR, onProgress: bar.update };
  const report = await importCatalogue(options).finally(bar.end);
  for (const problem of report.problems) log.error(problem, 'a record of the demo catalogue was left out');
  const [first] = report.warnings;
  if (first) log.warn({ first, warnings: report.warnings.length }, 'the demo catalogue is not whole');
  const { created, updated, unchanged } = report;
  log.info({ created, updated, unchanged, pictures: report.pictures }, 'the demo catalogue is loaded');
}
