import { expect, test } from 'vitest';
import { updateColorFamilies } from '#lib/catalog/import/color-families.server.ts';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listProducts } from '#lib/catalog/listing/listing.server.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { COLORS } from '#lib/catalog/products/colors.schema.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { CONTENT_DOCUMENTS } from '#lib/content/publishing/content-documents.server.ts';
import { changesOf, checkTexts, publish } from '#lib/content/publishing/save-documents.server.ts';
import { Content, contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { onBothEngines } from '#support/database.ts';
import { memoWithContent } from '#support/memo-with-content.ts';

const NOW = Date.UTC(2026, 10, 22);
const OPTIONS = { requiresHsn: false, now: NOW };

const createSaree = (slug: string, ...colors: string[]): CatalogueRecord => ({
  type: 'product',
  slug,
  name: slug,
  categories: ['sarees'],
  sell_unit: 'piece',
  options: ['colour'],
  variants: colors.map((colour) => ({ values: { colour }, price: 500, quantity: 3 })),
});

const GOODS: CatalogueRecord[] = [
  { type: 'category', slug: 'sarees', name: 'Sarees' },
  createSaree('quay', 'Old Quay', 'Red'),
  createSaree('madder', 'Madder'),
];

onBothEngines('the owner’s colour names', (open) => {
  test('change swatches immediately, and move products to the new family with the next update', async () => {
    const db = await openShop(open);
    expect(await listSlugs(db, 'old-quay')).toEqual(['quay']);
    await setColors(db, { Blue: { quay: '#123456' } });
    expect(await readDots(db, 'quay')).toEqual(['#123456', '#b3262a']);
    expect(await updateColorFamilies(db, OPTIONS)).toBe(1);
    expect(await listSlugs(db, 'blue')).toEqual(['quay']);
    expect(await listSlugs(db, 'old-quay')).toEqual([]);
    expect(await listSlugs(db, 'red')).toEqual(['madder', 'quay']);
    expect(await updateColorFamilies(db, OPTIONS)).toBe(0);
  });

  test('apply to an import that started before they were saved', async () => {
    const db = await openShop(open);
    const outdatedDb = { ...db, memo: memoWithContent(new Content()) };
    await setColors(db, { Blue: { quay: '#123456' } });
    await updateColorFamilies(db, OPTIONS);
    await saveCatalogueBatch(outdatedDb, [createSaree('pier', 'New Quay')]);
    expect(await listSlugs(db, 'blue')).toEqual(['pier', 'quay']);
  });

  test('are not overwritten by the previous ones if they change while the products are updated', async () => {
    const db = await openShop(open);
    await updateColorFamilies(db, OPTIONS);
    await setColors(db, { Blue: { quay: '#123456' } });
    const firstUpdate = updateColorFamilies(db, OPTIONS);
    await setColors(db, { Green: { quay: '#123456' } });
    await firstUpdate;
    await updateColorFamilies(db, OPTIONS);
    expect(await listSlugs(db, 'green')).toEqual(['quay']);
    expect(await listSlugs(db, 'blue')).toEqual([]);
  });
});

async function openShop(open: () => Promise<ShopDatabase>): Promise<ShopDatabase> {
  const db = await open();
  await saveCatalogueBatch(db, GOODS);
  return db;
}

async function setColors(db: ShopDatabase, colors: object): Promise<void> {
  const texts = [{ document: COLORS, path: COLORS.path, text: JSON.stringify(colors) }];
  expect(CONTENT_DOCUMENTS).toContain(COLORS);
  checkTexts(texts, { db });
  await publish({ db, now: () => NOW }, changesOf(texts, { db }));
  await contentOf(db).reload(db);
}

async function readDots(db: ShopDatabase, slug: string): Promise<string[] | undefined> {
  return (await showProduct(db, slug))?.options[0]?.dots;
}

async function listSlugs(db: ShopDatabase, color: string): Promise<string[]> {
  const { cards } = await listProducts(db, parseListQuery(new URLSearchParams({ color }), priceRange({})));
  return cards.map(({ slug }) => slug).sort();
}
