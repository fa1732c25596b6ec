import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { localChunkSource } from '#lib/catalog/feeds/make-chunks.server.ts';
import { exportCatalogue } from '#lib/catalog/import/export/export-catalogue.server.ts';
import { importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { productJson } from '#lib/catalog/products/product-json.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { onBothEngines } from '#support/database.ts';
import { activeMarkup, HTML_PAYLOADS } from '#support/html-payloads.ts';

const root = mkdtempSync(join(tmpdir(), 'taana-html-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const importFile = (db: ShopDatabase, source: string) =>
  importCatalogue({ db, pictures: new PictureStore(join(root, 'data')), source });

function productRecord(html: string, index: number, prefix = 'json') {
  return {
    type: 'product' as const,
    slug: `${prefix}-${index}`,
    name: `Product ${index}`,
    content: html,
    long_content: html,
    categories: [],
    sell_unit: 'piece' as const,
    variants: [{ price: 100, quantity: 1 }],
  };
}

/** Expects the product page and the API response to contain no active markup. */
async function expectSafe(db: ShopDatabase, slug: string): Promise<void> {
  const product = await showProduct(db, slug);
  expect(activeMarkup(product?.longContent ?? '<none>'), slug).toEqual([]);
  expect(activeMarkup(productJson(product!).long_content), slug).toEqual([]);
}

test('every payload contains active markup', () => {
  expect(HTML_PAYLOADS.filter((html) => activeMarkup(html).length === 0)).toEqual([]);
});

onBothEngines('HTML in product descriptions', (open) => {
  test('is safe after an import of JSON Lines or CSV, and a second import changes nothing', async () => {
    const db = await open();
    const jsonLines = join(root, 'goods.jsonl');
    writeFileSync(jsonLines, HTML_PAYLOADS.map((html, index) => JSON.stringify(productRecord(html, index))).join('\n'));
    const csv = join(root, 'goods.csv');
    const rows = HTML_PAYLOADS.map((html, n) => `csv-${n},Product ${n},"${html.replaceAll('"', '""')}",100,1`);
    writeFileSync(csv, ['Handle,Title,Body (HTML),Variant Price,Variant Inventory Qty', ...rows].join('\n'));
    for (const [source, prefix] of [
      [jsonLines, 'json'],
      [csv, 'csv'],
    ] as const) {
      const { created, problems } = await importFile(db, source);
      expect({ created, problems }).toEqual({ created: HTML_PAYLOADS.length, problems: [] });
      for (const index of HTML_PAYLOADS.keys()) await expectSafe(db, `${prefix}-${index}`);
      expect(await importFile(db, source)).toMatchObject({ created: 0, updated: 0, unchanged: HTML_PAYLOADS.length });
    }
    const storedProducts = await db.read.selectFrom('product').select('long_content').execute();
    expect(storedProducts.flatMap(({ long_content }) => activeMarkup(long_content))).toEqual([]);
  });

  test('is safe on pages and in exports, even if an older version stored it unsanitized', async () => {
    const db = await open();
    await saveCatalogueBatch(
      db,
      HTML_PAYLOADS.map((html, index) => productRecord(html, index, 'old')),
    );
    for (const index of HTML_PAYLOADS.keys()) await expectSafe(db, `old-${index}`);
    for (const [index, html] of HTML_PAYLOADS.entries()) {
      const oldValues = { long_content: html, html_rules: 0 };
      await db.write.updateTable('product').set(oldValues).where('slug', '=', `old-${index}`).execute();
      await expectSafe(db, `old-${index}`);
    }
    const target = join(root, 'export.jsonl');
    await exportCatalogue({ db, target, format: 'jsonl' });
    for (const line of (await readFile(target, 'utf8')).trim().split('\n')) {
      expect(activeMarkup(JSON.parse(line).long_content ?? '')).toEqual([]);
    }
  });

  test('adds no element to the merchant feed', async () => {
    const db = await open();
    await saveCatalogueBatch(
      db,
      HTML_PAYLOADS.map((html, index) => productRecord(html, index, 'feed')),
    );
    let feed = '';
    const decoder = new TextDecoder();
    for await (const chunk of localChunkSource({ db, settings: { siteUrl: 'https://shop.example' } })({
      kind: 'feed',
    })) {
      feed += decoder.decode(chunk, { stream: true });
    }
    const elements = new Set([...feed.matchAll(/<\/?([a-z!][^\s>/]*)/gi)].map(([, name]) => name));
    const unexpectedElements = [...elements].filter(
      (name) => !/^(rss|channel|title|link|description|item|g:\w+)$/.test(name ?? ''),
    );
    expect(unexpectedElements).toEqual([]);
  });
});
