import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exportCatalogue } from '#lib/catalog/import/export/export-catalogue.server.ts';
import { readCatalogue } from '#lib/catalog/import/export/read-catalogue.server.ts';
import { importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { onBothEngines } from '#support/database.ts';

const dir = mkdtempSync(join(tmpdir(), 'taana-options-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Returns JSON text, because `__proto__` in an object literal would set the prototype. */
const variantJson = (name: string, value: string) => `{"values":{"${name}":"${value}"},"price":100,"quantity":1}`;
const productJson = (name: string, variants: string[]) =>
  `{"type":"product","slug":"kurta","name":"Kurta","categories":["women"],"sell_unit":"piece","created_at":"2026-01-01",
    "options":["${name}"],"variants":[${variants.join(',')}]}`.replaceAll('\n', ' ');
const WOMEN = '{"type":"category","slug":"women","name":"Women"}';

onBothEngines('an option named like an inherited object property', (open) => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('(%s) works like any other', async (name) => {
    const db = await open();
    const importLines = (lines: string[], file: string) => {
      writeFileSync(join(dir, file), lines.join('\n'));
      return importCatalogue({ db, pictures: new PictureStore(join(dir, 'data')), source: join(dir, file) });
    };
    const items = [WOMEN, productJson(name, [variantJson(name, 'Long'), variantJson(name, 'Short')])];
    expect(await importLines(items, 'goods.jsonl')).toMatchObject({ created: 2, problems: [] });
    expect(await showProduct(db, 'kurta')).toMatchObject({
      options: [{ label: name, values: ['Long', 'Short'] }],
      variants: [{ values: ['Long'] }, { values: ['Short'] }],
    });
    expect(await importLines(items, 'goods.jsonl'), 'the same file twice').toMatchObject({ unchanged: 2, updated: 0 });

    const records: CatalogueRecord[] = [];
    for await (const record of readCatalogue(db)) records.push(record);
    expect(JSON.stringify(records)).toContain(`"values":{"${name}":"Long"}`);
    await exportCatalogue({
      db,
      pictures: new PictureStore(join(dir, 'data')),
      target: join(dir, 'out.csv'),
      format: 'csv',
    });
    expect(readFileSync(join(dir, 'out.csv'), 'utf8')).toMatch(new RegExp(`,${name},Long,`));
    expect(
      await importLines(
        records.map((record) => JSON.stringify(record)),
        'again.jsonl',
      ),
    ).toMatchObject({ unchanged: 2 });

    const linesWithMissingValue = [productJson(name, ['{"price":100,"quantity":1}', variantJson(name, 'Short')])];
    const { problems } = await importLines(linesWithMissingValue, 'missing.jsonl');
    expect(problems.map(({ message }) => message).join()).toContain(`must have a value for "${name}"`);
  });
});
