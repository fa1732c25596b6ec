import { expect } from '@playwright/test';
import { openScreen } from '../open-screen.ts';
import { photographWithLocation } from '../sample-files.ts';
import type { ShopMonth } from './month.ts';

export const PRICE_RUPEES = 1_299;
export const SALE_PRICE_RUPEES = 999;
const SIZES = ['S', 'M', 'L'];

/** Creates a kurta in three sizes with a photo, and activates it. Returns its slug. */
export async function addProduct(month: ShopMonth): Promise<string> {
  const { page, input } = month;
  await openScreen(month, 'Products');
  await input.press(page.getByRole('link', { name: 'New product' }));
  await input.type(page.getByLabel('Name', { exact: true }), 'Chanderi kurta');
  await input.type(page.getByLabel('Price ₹'), String(PRICE_RUPEES));
  await input.type(page.getByLabel('Stock of each variant'), '40');
  const photo = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await photographWithLocation('jpeg', 600, 400) };
  await page.getByLabel('Pictures from this device').setInputFiles([photo]);
  await input.type(page.getByLabel('Values, such as S, M'), SIZES.join(', '));
  await input.press(page.locator('summary', { hasText: 'Categories:' }));
  await input.check(page.getByRole('checkbox', { name: 'Women' }));
  await input.type(page.getByLabel('HSN'), '6206');
  await input.press(page.getByRole('button', { name: 'Create the draft' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chanderi kurta');
  await input.type(page.getByLabel('Description', { exact: true }).first(), 'The whole kurta');
  await input.press(page.getByRole('button', { name: 'Save', exact: true }).first());
  const sale = page.getByRole('region', { name: 'For sale', exact: true });
  await input.pick(sale.getByLabel('Active: for sale'));
  await input.press(sale.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('status').first()).toBeVisible();
  await expect(sale.getByLabel('Active: for sale')).toBeChecked();
  return sale.getByLabel('URL: /products/…').inputValue();
}

/** Starts a sale of all sizes immediately, without an end date. */
export async function beginSale(month: ShopMonth, slug: string): Promise<void> {
  const { page, input, origin } = month;
  const sale = await openSale(month);
  await input.press(sale.getByText('Plan a sale'));
  for (const field of await sale.getByLabel('sale price in rupees').all())
    await input.type(field, String(SALE_PRICE_RUPEES));
  await input.press(sale.getByRole('button', { name: 'Plan the sale' }));
  await expect(sale.getByText(/On sale from/)).toBeVisible();
  await expect.poll(async () => (await page.request.get(`${origin}/products/${slug}`)).text()).toContain('999');
}

export async function endSale(month: ShopMonth): Promise<void> {
  const sale = await openSale(month);
  await month.input.press(sale.getByRole('button', { name: 'End the sale now' }));
  await expect(month.page.getByText('The sale has ended.')).toBeVisible();
}

async function openSale(month: ShopMonth) {
  await openScreen(month, 'Products');
  await month.input.press(month.page.getByRole('link', { name: 'Chanderi kurta', exact: true }));
  return month.page.getByRole('region', { name: 'Scheduled sale' });
}
