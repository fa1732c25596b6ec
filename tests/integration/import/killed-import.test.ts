import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test, vi } from 'vitest';
import { beginImport } from '#lib/catalog/desk/imports/begin-import.server.ts';
import { DEFAULT_RULES } from '#lib/catalog/desk/imports/import-request.ts';
import { readImportSummary } from '#lib/catalog/desk/imports/read-import.server.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { DiskFileStore } from '#lib/platform/files/storage/disk-file-store.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { blockUpdates, signInAsOwner } from '#support/killed-shop.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { oneProduct, smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';

const PRODUCTS = 60;
/** The index of the product that is being written when the shop is killed. */
const BLOCKED_INDEX = 25;
const slugs = Array.from({ length: PRODUCTS }, (_, n) => `kurta-${n}`);

vi.setConfig({ testTimeout: 300_000 });

for (const engine of ['sqlite', 'postgres'] as const) {
  describe.skipIf(engine === 'postgres' && !inject('postgresUrl'))(`an import that is killed [${engine}]`, () => {
    test('saves each product together with its row, or neither, and continues at the next start', async () => {
      const data = temporaryDir('killed-import');
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      const db = await smallShop(data.dir, database?.url);
      const records = slugs.map((slug) => oneProduct(slug, 1_000));
      await saveCatalogueBatch(db, records);
      const id = await beginPriceImport(db, data.dir);
      const { version } = await readImportSummary(db, id);
      const query = db.write.selectFrom('variant').innerJoin('product', 'product.id', 'product_id');
      const { variant } = await query
        .select('variant.id as variant')
        .where('slug', '=', slugs[BLOCKED_INDEX] ?? '')
        .executeTakeFirstOrThrow();
      const post = await signInAsOwner(db, data.dir);
      const start = () => startShop({ dataDir: data.dir, env: { DATABASE_URL: database?.url ?? '' } });
      const doneRows = async () => (await readImportSummary(db, id)).counts.done;

      const killed = await start();
      const release = await blockUpdates(db, database?.url, { table: 'variant', column: 'price_paise', id: variant });
      await post(killed, `/admin/products/import/${id}/start`, { version: String(version) });
      expect(await doneRows()).toBe(20);
      await killed.stop('SIGKILL');
      await release();
      const done = await doneRows();
      expect(done).toBe(20);
      expect(await pricedProducts(db)).toEqual(slugs.slice(0, done));

      const shop = await start();
      await expect.poll(doneRows).toBe(PRODUCTS);
      expect(await pricedProducts(db)).toEqual(slugs);
      await expect.poll(async () => (await readImportSummary(db, id)).state).toBe('done');
      await shop.stop();
      await db.close();
      await database?.drop();
      data.remove();
    });
  });
}

/** Begins an import of a file with new prices, and returns its id. */
async function beginPriceImport(db: ShopDatabase, dataDir: string): Promise<string> {
  const path = join(dataDir, 'prices.jsonl');
  writeFileSync(path, slugs.map((slug) => JSON.stringify(oneProduct(slug, 1_100))).join('\n'));
  const file = { field: 'file', name: 'prices.jsonl', kind: 'jsonl' as const, bytes: 1, path };
  const stores = { files: new DiskFileStore(dataDir), pictures: new PictureStore(dataDir) };
  const settings = readSettings({ DATA_DIR: dataDir });
  return beginImport({ db, now: Date.now, settings, ...stores }, DEFAULT_RULES, file);
}

/** The products with the new price, each of which has one entry in the audit log, in the order of the file. */
async function pricedProducts({ write }: ShopDatabase): Promise<string[]> {
  const query = write.selectFrom('product').select('slug').where('min_paise', '=', 110_000).orderBy('id');
  const priced = (await query.execute()).map(({ slug }) => slug);
  const entries = write.selectFrom('audit_entry').select(['record_id', 'actor_name']);
  const recorded = await entries.where('action', '=', 'import product').orderBy('id').execute();
  expect(recorded).toEqual(priced.map((slug) => ({ record_id: slug, actor_name: 'Test owner' })));
  return priced;
}
