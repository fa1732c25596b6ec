import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test, vi } from 'vitest';
import { beginImport } from '#lib/catalog/admin/imports/begin-import.server.ts';
import { readImportSummary } from '#lib/catalog/admin/imports/read-import.server.ts';
import { DEFAULT_RULES } from '#lib/catalog/admin/imports/stored-import.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { DiskFileStore } from '#lib/platform/files/storage/disk-file-store.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { blockUpdates, signInAsOwner } from '#support/killed-shop.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

const PRODUCT_COUNT = 60;
/** The index of the product that the shop is writing when it is killed. */
const BLOCKED_INDEX = 25;
const slugs = Array.from({ length: PRODUCT_COUNT }, (_, n) => `kurta-${n}`);

vi.setConfig({ testTimeout: 300_000 });

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`an import that is killed [${engine}]`, () => {
    test('saves each product together with its import row, or neither of them, and continues after a restart', async () => {
      const data = temporaryDir('killed-import');
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      const db = await smallShop(data.dir, database?.url);
      const records = slugs.map((slug) => oneProduct(slug, 1_000));
      await saveCatalogueBatch(db, records);
      const id = await beginPriceImport(db, data.dir);
      const { version } = await readImportSummary(db, id);
      const query = db.write.selectFrom('variant').innerJoin('product', 'product.id', 'product_id');
      const { variantId } = await query
        .select('variant.id as variantId')
        .where('slug', '=', slugs[BLOCKED_INDEX] ?? '')
        .executeTakeFirstOrThrow();
      const post = await signInAsOwner(db, data.dir);
      const start = () => startShop({ dataDir: data.dir, env: { DATABASE_URL: database?.url ?? '' } });
      const countDoneRows = async () => (await readImportSummary(db, id)).counts.done;

      const firstShop = await start();
      const release = await blockUpdates(db, database?.url, { table: 'variant', column: 'price_paise', id: variantId });
      await post(firstShop, `/admin/products/import/${id}/start`, { version: String(version) });
      expect(await countDoneRows()).toBe(20);
      await firstShop.stop('SIGKILL');
      await release();
      const doneCount = await countDoneRows();
      expect(doneCount).toBe(20);
      expect(await readPricedProducts(db)).toEqual(slugs.slice(0, doneCount));

      const shop = await start();
      await expect.poll(countDoneRows).toBe(PRODUCT_COUNT);
      expect(await readPricedProducts(db)).toEqual(slugs);
      await expect.poll(async () => (await readImportSummary(db, id)).state).toBe('done');
      await shop.stop();
      await db.close();
      await database?.drop();
      data.remove();
    });
  });
}

/** Begins an import of a file with new prices, and returns the import’s id. */
async function beginPriceImport(db: ShopDatabase, dataDir: string): Promise<string> {
  const path = join(dataDir, 'prices.jsonl');
  writeFileSync(path, slugs.map((slug) => JSON.stringify(oneProduct(slug, 1_100))).join('\n'));
  const file = { field: 'file', name: 'prices.jsonl', kind: 'jsonl' as const, bytes: 1, path };
  const stores = { files: new DiskFileStore(dataDir), pictures: new PictureStore(dataDir) };
  const settings = readSettings({ DATA_DIR: dataDir });
  return beginImport({ db, now: Date.now, settings, ...stores }, DEFAULT_RULES, file);
}

/** Returns the products with the new price in file order, after checking that each has one audit log entry. */
async function readPricedProducts({ write }: ShopDatabase): Promise<string[]> {
  const query = write.selectFrom('product').select('slug').where('min_paise', '=', 110_000).orderBy('id');
  const pricedSlugs = (await query.execute()).map(({ slug }) => slug);
  const entries = write.selectFrom('audit_entry').select(['record_id', 'actor_name']);
  const recordedEntries = await entries.where('action', '=', 'import product').orderBy('id').execute();
  expect(recordedEntries).toEqual(pricedSlugs.map((slug) => ({ record_id: slug, actor_name: 'Test owner' })));
  return pricedSlugs;
}
