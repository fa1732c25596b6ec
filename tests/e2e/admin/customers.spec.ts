import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { recordMiss, saveMisses } from '#lib/catalog/search/search-misses.server.ts';
import { test } from '#support/admin-test.ts';
import { addCustomer } from '#support/customers.ts';
import { randomLetters } from '#support/e2e-inbox.ts';

for (const { width, javaScriptEnabled } of [
  { width: 360, javaScriptEnabled: false },
  { width: 1280, javaScriptEnabled: true },
])
  test.describe(`at ${width} px, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ viewport: { width, height: 800 }, javaScriptEnabled });

    test('a customer is found, exported and erased', async ({ page, db, signIn }) => {
      await signIn();
      const name = `Nila ${randomLetters()}`;
      const { email } = await addCustomer(db, name);
      await page.goto('/admin');
      await page.getByRole('link', { name: 'Customers', exact: true }).click();
      await page.getByRole('searchbox').fill(name);
      await page.getByRole('searchbox').press('Enter');
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.getByText('No orders yet')).toBeVisible();
      await page.getByLabel('Internal note').fill('Call after six');
      await page.getByRole('button', { name: 'Save the note' }).click();
      await expect(page.getByText('The note was saved.')).toBeVisible();
      await page.getByRole('button', { name: 'Delete the note' }).click();
      await expect(page.getByText('This note was deleted.')).toBeVisible();
      // Cash on delivery is not switched off here, because other tests order with this mobile number.
      await expect(page.getByRole('button', { name: 'Switch off cash on delivery for this customer' })).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download all data' }).click();
      expect((await download).suggestedFilename()).toBe('customer-data.json');
      await page.getByText('Erase this customer').click();
      await page.getByLabel('Type the customer’s email address').fill('other@example.in');
      await page.getByRole('button', { name: 'Erase the customer' }).click();
      await expect(page.getByLabel('Type the customer’s email address')).toHaveValue('other@example.in');
      await page.getByLabel('Type the customer’s email address').fill(email);
      await page.getByRole('button', { name: 'Erase the customer' }).click();
      await expect(page.getByText('The customer’s account was deleted.')).toBeVisible();
      await page.goto(`/admin/customers?search=${encodeURIComponent(name)}`);
      await expect(page.getByText('No customers match.')).toBeVisible();
    });

    test('cash on delivery is switched off for a pincode and on again', async ({ page, signIn }) => {
      // Each width has a separate pincode, to which no other test orders.
      const pincode = width === 360 ? '843301' : '843302';
      const productPath = `/products/gir-lion-tee?pincode=${pincode}`;
      await signIn();
      await page.goto(productPath);
      await expect(page.getByText(/Cash on delivery costs/).first()).toBeVisible();
      await page.goto('/admin/customers');
      await page.getByRole('link', { name: 'No cash on delivery' }).click();
      await page.getByLabel('Pincode').fill('999999');
      await page.getByLabel('Reason').fill('Nobody is at home');
      await page.getByRole('button', { name: 'Switch off cash on delivery for this pincode' }).click();
      await expect(page.getByLabel('Pincode')).toHaveAccessibleDescription(/do not know this pincode/);
      await page.getByLabel('Pincode').fill(pincode);
      await page.getByRole('button', { name: 'Switch off cash on delivery for this pincode' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: pincode })).toContainText('Nobody is at home');
      await expect(async () => {
        await page.goto(productPath);
        const unavailableText = page.getByText(/Cash on delivery is not available here/).first();
        await expect(unavailableText).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await page.goto('/admin/customers/cash');
      await page.getByRole('button', { name: `Allow cash on delivery again for ${pincode}` }).click();
      await expect(page.getByRole('listitem').filter({ hasText: pincode })).toHaveCount(0);
    });

    test('synonyms are added for a search without results, and then a redirect', async ({ page, db, signIn }) => {
      await signIn();
      const word = `qx${randomBytes(3).toString('hex').replace(/\d/g, 'w')}`;
      const shop = { db, now: Date.now };
      for (let count = 0; count < 900; count++) recordMiss(shop, word);
      await saveMisses(shop);
      await page.goto('/admin/customers');
      await page.getByRole('link', { name: 'Searches without results' }).click();
      await page.getByLabel(`Words in your products that mean ${word}`).fill('kurta');
      await page.getByRole('listitem').filter({ hasText: word }).getByRole('button', { name: 'Add words' }).click();
      await expect(page.getByText(`Searches now use the line “${word} > kurta”.`)).toBeVisible();
      await expect(async () => {
        await page.goto(`/search?search=${word}`);
        await expect(page.getByRole('link', { name: /kurta/i }).first()).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await page.goto('/admin/customers/searches');
      await page.getByRole('button', { name: `Remove: ${word} > kurta` }).click();
      await expect(page.getByText(`Searches no longer use the line “${word} > kurta”.`)).toBeVisible();

      const row = page.getByRole('listitem').filter({ hasText: word }).first();
      const targetField = row.getByLabel(`Page to which a search for ${word} leads`);
      await targetField.fill('https://example.com/size-guide');
      await row.getByRole('button', { name: 'Redirect' }).click();
      await expect(
        page.getByText('No product, list, outfit, article or other page of the shop has this URL or SKU.').first(),
      ).toBeVisible();
      await targetField.fill('/size-guide');
      await row.getByRole('button', { name: 'Redirect' }).click();
      await expect(page.getByText(`Searches for “${word}” now lead to “Size guide”.`)).toBeVisible();
      await expect(async () => {
        await page.goto(`/search?search=${word.toUpperCase()}`);
        await expect(page).toHaveURL(/\/size-guide$/, { timeout: 1_000 });
      }).toPass();
      await page.goto('/admin/customers/searches');
      await page.getByRole('button', { name: `Remove: ${word}`, exact: true }).click();
      await expect(page.getByText(`Searches for “${word}” show their results again.`)).toBeVisible();
    });
  });
