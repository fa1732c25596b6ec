import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CatalogueRecord } from '#lib/catalog/catalog-record.ts';
import { type StoredPicture, saveCatalogueBatch } from '#lib/catalog/save-catalogue.server.ts';
import { CONTENT_PICTURES_DIR } from '#lib/shop/content-pictures.server.ts';
import type { Shop } from '#lib/shop/shop.server.ts';

const CATALOGUE_DIR = fileURLToPath(new URL('../../content/catalogue/', import.meta.url));

export async function loadDemoAtFirstStart(shop: Shop): Promise<void> {
  if (shop.settings.mode !== 'demo') return;
  const any = await shop.db.read.selectFrom('product').select('id').limit(1).executeTakeFirst();
  if (any) return;
  const files = (await readdir(CATALOGUE_DIR))
    .filter((name) => name.endsWith('.jsonl'))
    .sort((a, b) => Number(a.startsWith('reviews')) - Number(b.startsWith('reviews')) || a.localeCompare(b));
  for (const name of files) {
    const lines = (await readFile(join(CATALOGUE_DIR, name), 'utf8')).split('\n').filter(Boolean);
    const records = lines.map((line) => JSON.parse(line) as CatalogueRecord);
    const pictures = new Map<string, StoredPicture>();
    for (const record of records) {
      const images =
        record.type === 'product' ? (record.images ?? []) : 'image' in record && record.image ? [record.image] : [];
      for (const { src } of images) {
        const bytes = await readFile(join(CONTENT_PICTURES_DIR, src)).catch(() => undefined);
        if (bytes) pictures.set(src, await shop.pictures.store(bytes));
      }
    }
    const result = await saveCatalogueBatch(shop.db, records, pictures);
    console.log(name, result);
  }
}
