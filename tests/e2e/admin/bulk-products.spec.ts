import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { test } from '#support/admin-test.ts';

/** Adds drafts that no other test uses. Returns an id in their names that a search can find. */
async function addDrafts(db: ShopDatabase): Promise<string> {
  const uniqueId = randomBytes(4).toString('hex');
  const records = [1, 2, 3].map(
    (n): ProductRecord => ({
      ...{ type: 'product', slug: `shawl-${uniqueId}-${n}`, name: `Shawl ${uniqueId} ${n}`, sell_unit: 'piece' },
      ...{ status: 'draft', categories: ['women'] },
      variants: [{ sku: `${uniqueId}-${n}`, price: 1_000, quantity: 5, hsn: '6214' }],
    }),
  );
  await saveCatalogueBatch(db, records);
  return uniqueId;
}

for (const { width, hasTouch } of [
  { width: 360, hasTouch: true },
  { width: 1280, hasTouch: false },
]) {
  test.describe(`at ${width} px, ${hasTouch ? 'without' : 'with'} JavaScript`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch, javaScriptEnabled: !hasTouch });

    test('prices are previewed, changed and restored, a status is previewed, and a sale is planned and ended', async ({
      page,
      db,
      signIn,
    }) => {
      await signIn();
      const uniqueId = await addDrafts(db);
      await page.goto(`/admin/products?search=${uniqueId}`);
      await page.getByLabel(`Select Shawl ${uniqueId} 1`).check();
      await page.getByLabel(`Select Shawl ${uniqueId} 2`).check();
      await page.getByRole('button', { name: 'Change these' }).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change 2 products');
      const price = page.getByRole('region', { name: 'Price' });
      await price.getByLabel('Amount').fill('none');
      await price.getByLabel('Rounding').selectOption('To end in 99');
      await price.getByRole('button', { name: 'Preview' }).press('Enter');
      await expect(price.getByText('Enter an amount above 0, such as 10.')).toBeVisible();
      await expect(price.getByLabel('Rounding')).toHaveValue('ninety_nine');
      await price.getByLabel('Amount').fill('12%');
      await price.getByRole('button', { name: 'Preview' }).press('Enter');
      await expect(page.getByText('₹1,000.00 → ₹1,099.00')).toHaveCount(2);
      await page.getByRole('button', { name: 'Change 2 products' }).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 of 2 products changed');
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(page.getByText('₹1,099.00 → ₹1,000.00')).toHaveCount(2);
      await page.getByRole('button', { name: 'Undo the change to 2 products' }).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 of 2 products changed');

      await page.goto(`/admin/products?search=${uniqueId}`);
      await page.getByRole('button', { name: 'Change all in this list' }).press('Enter');
      await expect(page.getByText(`“${uniqueId}”`)).toBeVisible();
      const status = page.getByRole('region', { name: 'Status' });
      await status.getByRole('button', { name: 'Preview' }).press('Enter');
      await expect(page.getByText('Draft → Active')).toHaveCount(3);

      await page.getByRole('link', { name: `Shawl ${uniqueId} 3` }).press('Enter');
      const sale = page.getByRole('region', { name: 'Scheduled sale' });
      await sale.getByText('Plan a sale').click();
      await sale.getByLabel('sale price in rupees').fill('1000');
      await sale.getByLabel('Start, in Indian time').fill('2099-12-01T10:00');
      await sale.getByRole('button', { name: 'Plan the sale' }).press('Enter');
      await expect(sale.getByText('A sale price must be below the regular price, ₹1,000.00.')).toBeVisible();
      await expect(sale.getByLabel('Start, in Indian time')).toHaveValue('2099-12-01T10:00');
      await sale.getByLabel('sale price in rupees').fill('850');
      await sale.getByRole('button', { name: 'Plan the sale' }).press('Enter');
      await expect(sale.getByText('Planned from 1 December 2099 at 10:00:00 am.')).toBeVisible();
      await sale.getByText('Change the sale').click();
      await sale.getByLabel('Start, in Indian time').fill('');
      await sale.getByRole('button', { name: 'Save the sale' }).press('Enter');
      await expect(sale.getByText(/On sale from/)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Prices and stock' }).getByLabel('Sale price ₹')).toHaveValue(
        '850',
      );
      await sale.getByRole('button', { name: 'End the sale now' }).press('Enter');
      await expect(page.getByText('The sale has ended.')).toBeVisible();
    });
  });
}
