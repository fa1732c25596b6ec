import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { deductStock } from '#lib/catalog/inventory/stock.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { test } from '#support/admin-test.ts';

/** Adds a draft that no other test changes. */
async function addDraft(db: ShopDatabase): Promise<ProductRecord> {
  const uniqueId = randomBytes(4).toString('hex');
  const record: ProductRecord = {
    ...{ type: 'product', slug: `stole-${uniqueId}`, name: `Stole ${uniqueId}`, sell_unit: 'piece' },
    // Other tests check all public pages of the shop.
    ...{ status: 'draft', categories: ['women'] },
    options: ['size'],
    variants: ['S', 'M'].map((size) => ({
      ...{ sku: `${uniqueId}-${size}`, values: { size }, price: 900, quantity: 5, hsn: '6214' },
    })),
  };
  await saveCatalogueBatch(db, [record]);
  return record;
}

async function sellOne(db: ShopDatabase, sku: string): Promise<void> {
  const { id } = await db.read.selectFrom('variant').select('id').where('sku', '=', sku).executeTakeFirstOrThrow();
  const sale = { variantId: id, sellUnit: 'piece', quantity: 1 } as const;
  await transaction(db, (tx) => deductStock(tx, sale, { why: 'order', at: Date.now() }));
}

for (const { width, hasTouch } of [
  { width: 360, hasTouch: true },
  { width: 1280, hasTouch: false },
]) {
  test.describe(`at ${width} px, ${hasTouch ? 'without' : 'with'} JavaScript`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch, javaScriptEnabled: !hasTouch });

    test('a product is found, priced, counted, renamed and moved to another address', async ({ page, db, signIn }) => {
      await signIn();
      const { slug, name } = await addDraft(db);

      await page.goto('/admin/products');
      await page.getByRole('searchbox').fill(`${slug.replace('stole-', '')}-m`);
      await page.getByRole('searchbox').press('Enter');
      const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText(name);

      const editLink = page.getByRole('link', { name: `Edit price and stock of ${name}` });
      if (hasTouch) await editLink.tap();
      else {
        await editLink.focus();
        await page.keyboard.press('Enter');
      }
      const mediumVariant = page.getByRole('group', { name: /^M, / });
      await mediumVariant.getByLabel('Price ₹', { exact: false }).first().fill('1,050');
      await mediumVariant.getByLabel('Stock').fill('8');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await expect(page.getByRole('status')).toHaveText('Enter a reason. It is stored in the ledger.');
      await expect(mediumVariant.getByLabel('Stock')).toHaveValue('8');
      // A piece is sold while the owner reads the message.
      await sellOne(db, `${slug.replace('stole-', '')}-M`);
      await page.getByLabel('Reason, if the stock changes').fill('New delivery');
      await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
      await expect(page.getByRole('status')).toHaveText('The variants are saved. The shop shows them immediately.');
      await expect(rows).toContainText('₹900.00 – ₹1,050.00');
      await expect(rows).toContainText('12');

      await page.getByRole('rowheader').getByRole('link').press('Enter');
      // The description is longer than a cookie can be.
      const description = `<p>${randomBytes(6_000).toString('hex')}</p>`;
      await page.getByLabel('Description', { exact: true }).fill(description);
      await page.getByLabel('Name', { exact: true }).fill(' ');
      await page.getByRole('button', { name: 'Save the texts' }).press('Enter');
      await expect(page.getByRole('status')).toHaveText('Please enter a name.');
      await expect(page.getByLabel('Description', { exact: true })).toHaveValue(description);
      await page.getByLabel('Name', { exact: true }).fill(`New ${name}`);
      await page.getByRole('button', { name: 'Save the texts' }).press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`New ${name}`);
      await page.getByLabel('URL: /products/…').fill(`new-${slug}`);
      await page.getByRole('region', { name: 'For sale' }).getByRole('button', { name: 'Save' }).press('Enter');
      await expect(page.getByText(`Earlier URLs, which redirect here: ${slug}.`)).toBeVisible();
      await page.getByText('What was changed').click();
      await expect(page.getByRole('listitem').filter({ hasText: 'change product texts' })).toContainText(`New ${name}`);
    });
  });
}

test('a writer can change only texts and pictures, and a packer can change only the stock', async ({
  page,
  db,
  signIn,
}) => {
  const { slug } = await addDraft(db);
  const { id } = await db.read.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  const buttonLabels = async (role: 'writer' | 'packer') => {
    await signIn(role);
    await page.goto(`/admin/products/${id}`);
    return page.getByRole('main').locator('button').allTextContents();
  };
  expect((await buttonLabels('writer')).map((text) => text.trim())).toEqual(['Add the pictures', 'Save the texts']);
  expect((await buttonLabels('packer')).map((text) => text.trim())).toEqual(['Save the stock']);
  await expect(page.getByLabel('Price ₹')).toHaveCount(0);
});
