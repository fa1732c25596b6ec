import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from '#support/admin-test.ts';

for (const { width, hasTouch } of [
  { width: 360, hasTouch: true },
  { width: 1280, hasTouch: false },
]) {
  test.describe(`at ${width} px, ${hasTouch ? 'without' : 'with'} JavaScript`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch, javaScriptEnabled: !hasTouch });

    test('a product list is uploaded, previewed and imported, and an import is undone', async ({ page, signIn }) => {
      await signIn();
      const uniqueId = randomBytes(4).toString('hex');
      const upload = async (...rows: string[]) => {
        await page.goto('/admin/products');
        await page.getByRole('link', { name: 'Import', exact: true }).press('Enter');
        const buffer = Buffer.from(['Item,Price,Stock,Category,Remarks', ...rows].join('\n'));
        await page
          .getByLabel('File (.csv or .jsonl)')
          .setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer });
        await page.getByRole('button', { name: 'Show what would change' }).press('Enter');
      };
      const heading = page.getByRole('heading', { level: 1 });

      await page.goto('/admin/products/import');
      const pdf = { name: 'goods.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n') };
      await page.getByLabel('File (.csv or .jsonl)').setInputFiles(pdf);
      await page.getByRole('button', { name: 'Show what would change' }).press('Enter');
      await expect(page.getByText(/^Choose a \.csv or \.jsonl file/).first()).toBeVisible();

      await upload(`Shawl ${uniqueId},900,3,Women,soft`, `Stole ${uniqueId},much,3,Women,`);
      await expect(heading).toHaveText('Import 1 entry?');
      await expect(page.getByText(`Shawl ${uniqueId}`, { exact: true })).toBeVisible();
      await expect(page.getByText(/^Line 3: /)).toBeVisible();
      await page.goto(`/products/shawl-${uniqueId}`);
      await expect(heading).not.toHaveText(`Shawl ${uniqueId}`);
      await page.goBack();

      await page.getByText('How the file is read').press('Enter');
      await page.getByLabel(/^Remarks/).selectOption('description');
      await page.getByRole('button', { name: 'Update the preview' }).press('Enter');
      await expect(heading).toHaveText('Import 1 entry?');
      await page.getByText('How the file is read').press('Enter');
      await expect(page.getByLabel(/^Remarks/)).toHaveValue('description');
      await page.getByRole('button', { name: 'Import 1 entry' }).press('Enter');
      await expect(heading).toHaveText('1 entry written');
      await page.goto(`/products/shawl-${uniqueId}`);
      await expect(heading).toHaveText(`Shawl ${uniqueId}`);

      await upload(`Shawl ${uniqueId},950,3,Women,soft`);
      await expect(page.getByText('900 → 950')).toBeVisible();
      await page.getByRole('button', { name: 'Import 1 entry' }).press('Enter');
      await expect(heading).toHaveText('1 entry written');
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(heading).toHaveText('Undo the import of 1 entry?');
      await expect(page.getByText('950 → 900')).toBeVisible();
      await page.getByRole('button', { name: 'Undo the import of 1 entry' }).press('Enter');
      await expect(heading).toHaveText('1 entry written');
      await page.goto(`/products/shawl-${uniqueId}`);
      await expect(page.getByText('₹900').first()).toBeVisible();
    });
  });
}
