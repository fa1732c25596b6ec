import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { importCatalogue } from '#lib/catalog/import/import-catalogue.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { PictureStore } from '#lib/platform/files/pictures/pictures.server.ts';
import { drawSheetPictures, sheetFile } from '#support/sheets.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';

const SHEETS = ['fabrics', 'google-sheet', 'jewellery', 'home-goods'] as const;

/** Fills a shop with only these sheets and their photos. */
async function fillShop(dataDir: string): Promise<void> {
  const imagesDir = join(dataDir, 'photos');
  await drawSheetPictures(imagesDir, SHEETS);
  const db = await openDatabase({ dataDir });
  await migrate(db);
  for (const name of SHEETS) {
    const pictures = new PictureStore(dataDir);
    const { problems } = await importCatalogue({ db, pictures, source: sheetFile(name), imagesDir });
    expect(problems).toEqual([]);
  }
  await db.close();
}

test('lists and sells the products of an imported shop, and fits its many categories in the header', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const data = temporaryDir('imported-shop');
  await fillShop(data.dir);
  const shop = await startShop({ dataDir: data.dir });
  try {
    await page.goto(`${shop.origin}/products?category=sarees`);
    const card = page.locator('article').filter({ hasText: 'Bandhani Saree' });
    await expect(card).toContainText('₹3,200');
    await expect(card.locator('img')).toBeVisible();

    await page.goto(`${shop.origin}/products/phulkari-kurti`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Phulkari Kurti');
    await expect(page.locator('meta[name="description"]')).toHaveAttribute(
      'content',
      /^Hand worked phulkari on cotton\./,
    );
    await expect(page.getByRole('main')).toContainText('₹1,299');
    await expect(page.getByRole('main')).not.toContainText('0 g');

    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto(`${shop.origin}/products`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
    const menu = page.getByRole('navigation', { name: 'Categories' });
    await menu.getByRole('link', { name: 'Fabrics', exact: true }).hover();
    await menu.getByRole('link', { name: 'Silk', exact: true }).click();
    await expect(page.getByRole('main')).toContainText('Eri Silk');

    await page.goto(`${shop.origin}/products/kala-cotton`);
    await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.locator('[data-cart-count]').first()).toHaveText('1');
    await expect(page.locator('[data-add-to-cart]').first(), 'the shop has responded').not.toHaveAttribute('aria-busy');
    await page.goto(`${shop.origin}/cart`);
    await expect(page.getByRole('main')).toContainText('Kala Cotton');
  } finally {
    await shop.stop();
    data.remove();
  }
});
