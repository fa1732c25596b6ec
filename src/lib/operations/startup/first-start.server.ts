import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planHistory, readProgress } from '#lib/operations/demo-history/history-progress.server.ts';
import { HISTORY_DAYS } from '#lib/operations/demo-history/history-step.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { addDemoCoupons } from '#lib/sales/cart/coupons/demo-coupons.server.ts';

const CATALOGUE_DIR = fileURLToPath(new URL('../../../content/catalogue/', import.meta.url));

/** The name of the note whose value is `UNFINISHED` while the demo is being loaded. */
const NOTE = 'demo_catalogue';
const UNFINISHED = 'unfinished';
/** Earlier versions wrote this file instead of the note. The file does not say which database is unfinished. */
const OLD_MARKER_FILE = 'demo-catalogue-unfinished';

/** Adds products, coupons and services to an empty demo shop. If this is interrupted, the next start finishes it. */
export async function loadDemoAtFirstStart(shop: Shop): Promise<void> {
  const { db, now, settings } = shop;
  if (settings.mode !== 'demo') return;
  const firstProduct = await db.read.selectFrom('product').select('id').limit(1).executeTakeFirst();
  await removeOldMarker(shop, firstProduct !== undefined);
  if (firstProduct && (await readNote(db, NOTE))?.value !== UNFINISHED) return;
  await saveNote(db, NOTE, UNFINISHED, now());
  const startedAt = settings.demoHistory ? await planHistory(db, now()) : undefined;
  await loadDemoCatalogue(shop, startedAt === undefined ? now() : startedAt - (HISTORY_DAYS + 1) * DAY_MS);
  await addDemoCoupons(shop);
  // Imported only here, because no other start needs this module.
  await (await import('#lib/operations/startup/demo-services.server.ts')).turnOnDemoServices(shop);
  await saveNote(db, NOTE, 'loaded', now());
}

/**
 * Adds the demo history. Must be called after the shop has opened, but before its jobs start, because they would send
 * emails and expire orders in the history. Never throws. The next start continues an interrupted history.
 */
export async function addDemoHistory(shop: Shop, isStopping: () => boolean): Promise<void> {
  const { settings, db } = shop;
  if (settings.mode !== 'demo' || !settings.demoHistory) return;
  try {
    if (!(await readProgress(db))) return;
    // Imported only here, because no other start needs these modules.
    const { runDemoHistory } = await import('#lib/operations/demo-history/demo-history.server.ts');
    await runDemoHistory(shop, isStopping);
  } catch (err) {
    shop.log.error({ err }, 'the demo history was interrupted; the next start continues it');
  }
}

/**
 * Deletes the marker of an earlier version. If the shop has products, also logs a warning, because the products may be
 * the owner's.
 */
async function removeOldMarker({ settings, log }: Shop, hasProducts: boolean): Promise<void> {
  const path = join(settings.dataDir, OLD_MARKER_FILE);
  if (!existsSync(path)) return;
  if (hasProducts)
    log.warn(
      'an earlier version did not finish loading the demo catalogue; to load it, run npm run shop -- import src/content/catalogue',
    );
  await rm(path, { force: true });
}

/** Imports the demo's catalogue. The stock ledger begins at `at`, before the orders of the demo history. */
async function loadDemoCatalogue({ db, pictures, log }: Shop, at: number): Promise<void> {
  // Imported only here, because no other start needs these modules.
  const { importCatalogue } = await import('#lib/catalog/import/import-catalogue.server.ts');
  const { progressBar } = await import('#lib/catalog/import/progress-bar.server.ts');
  const bar = progressBar('Loading the demo shop');
  const options = { db, pictures, source: CATALOGUE_DIR, now: at, onProgress: bar.update };
  const report = await importCatalogue(options).finally(bar.end);
  for (const problem of report.problems) log.error(problem, 'skipped a record of the demo catalogue');
  const [firstWarning] = report.warnings;
  if (firstWarning)
    log.warn({ first: firstWarning, warnings: report.warnings.length }, 'the demo catalogue is incomplete');
  const { created, updated, unchanged } = report;
  log.info({ created, updated, unchanged, pictures: report.pictureCount }, 'loaded the demo catalogue');
}
