import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportProducts } from '#lib/catalog/admin/list/export-products.server.ts';
import { PRODUCT_QUERY } from '#lib/catalog/admin/list/product-query.schema.ts';
import { importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { runAs } from '#lib/platform/actor/actor.server.ts';
import { readAudit } from '#lib/platform/audit/read-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { testFolder } from '#support/test-folder.ts';

const ASHA = { kind: 'staff' as const, id: 's1', name: 'Asha', origin: '203.0.113.7' };
const NOW = Date.parse('2026-11-27T06:00:00Z');

onBothEngines('the export of the product list', (open) => {
  async function readCsv(db: ShopDatabase, filters: Record<string, string>): Promise<string> {
    const shop = { db, now: () => NOW };
    const query = PRODUCT_QUERY.parse(filters);
    const chunks = await runAs(ASHA, () => exportProducts(shop, query, String(new URLSearchParams(filters))));
    let csv = '';
    for await (const chunk of chunks) csv += chunk;
    return csv;
  }

  const parseHandles = (csv: string) => [
    ...new Set(
      csv
        .split('\r\n')
        .slice(1)
        .flatMap((line) => line.split(',', 1)[0] || []),
    ),
  ];

  test('contains the filtered products, in the order of the list', async () => {
    const db = await open();
    await stockGoods(db);
    expect(parseHandles(await readCsv(db, { sort: 'name_desc' }))).toEqual(['test-scarf', 'test-kurta', 'test-cloth']);
    expect(parseHandles(await readCsv(db, { search: 'kurta' }))).toEqual(['test-kurta']);
    expect(parseHandles(await readCsv(db, { search: 'nothing' }))).toEqual([]);
    const { entries } = await readAudit(db, {});
    expect(entries.filter(({ action }) => action === 'export products')).toHaveLength(3);
  });

  test('contains the products of all pages', async () => {
    const db = await open();
    const slugs = Array.from({ length: 120 }, (_, index) => `p-${index}`);
    await saveCatalogueBatch(
      db,
      slugs.map((slug) => ({
        ...{ type: 'product', slug, name: slug, sell_unit: 'piece', categories: [] },
        variants: [{ price: 100, quantity: 1 }],
      })),
    );
    expect(parseHandles(await readCsv(db, {})).sort()).toEqual(slugs.sort());
  });

  test('changes nothing when it is imported again, even if a spreadsheet would evaluate one of its cells', async () => {
    const db = await open();
    await stockGoods(db);
    await saveCatalogueBatch(db, [{ type: 'product', slug: 'test-scarf', name: '=1+1', tags: ['-x'] }]);
    const csv = await readCsv(db, {});
    expect(csv).toContain(",'=1+1,");
    const dir = mkdtempSync(join(testFolder(), 'taana-export-'));
    const source = join(dir, 'products.csv');
    writeFileSync(source, csv);
    const report = await importCatalogue({ db, pictures: new PictureStore(dir), source });
    rmSync(dir, { recursive: true });
    expect(report.problems).toEqual([]);
    expect(report.changes).toEqual([]);
    expect(report.tallies.products).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
  });
});
