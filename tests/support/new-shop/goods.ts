import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { openScreen } from '../open-screen.ts';
import { root } from '../project-root.ts';
import { setRows } from './settings.ts';
import type { NewShop } from './shop.ts';

const SHEET = join(root, 'tests/support/sheets/home-goods.csv');
export const PRODUCTS = 50;
/** GST rates in per cent, by the first digits of the HSN code. */
const GST_RATES = { 33: '5', 46: '5', 57: '5', 69: '5', 73: '5', 74: '12' };

/** Returns a Shopify export with fifty products, which repeats those of a sheet with other handles, names and SKUs. */
function fiftyProducts(): string {
  const [head = '', ...rows] = readFileSync(SHEET, 'utf8').trim().split(/\r?\n/);
  const productGroups = [...Map.groupBy(rows, (row) => row.split(',')[0] ?? '').values()];
  const copies = Array.from({ length: PRODUCTS }, (_, index) => {
    const [groupRows = [], copyNumber] = [
      productGroups[index % productGroups.length],
      Math.floor(index / productGroups.length) + 1,
    ];
    return groupRows.map((row) => numberedCopy(row, copyNumber));
  });
  return [head, ...copies.flat()].join('\n');
}

function numberedCopy(row: string, copyNumber: number): string {
  if (copyNumber === 1) return row;
  return row
    .replace(/^([^,]*),([^,]*)/, (_, handle, title) => `${handle}-${copyNumber},${title && `${title} ${copyNumber}`}`)
    .replace(/,([A-Z]{2}-[A-Z0-9]+),/, `,$1-${copyNumber},`);
}

/** Uploads the product list, checks the preview, and imports the list. */
export async function importGoods(newShop: NewShop): Promise<void> {
  const { page, input } = newShop;
  await openScreen(newShop, 'Products');
  await input.press(page.getByRole('link', { name: 'Import', exact: true }));
  const file = { name: 'products_export.csv', mimeType: 'text/csv', buffer: Buffer.from(fiftyProducts()) };
  await page.getByLabel('File (.csv or .jsonl)').setInputFiles(file);
  await input.press(page.getByRole('button', { name: 'Show what would change' }));
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^Import \d+ entries\?$/);
  await input.press(page.getByRole('button', { name: /^Import \d+ entries$/ }));
  await expect(heading).toHaveText(/^\d+ entries written$/, { timeout: 60_000 });
}

/** Enters the GST rates that the shop lists as missing after the import. A product without a rate is not for sale. */
export async function addTaxRates(newShop: NewShop): Promise<void> {
  const { page, input } = newShop;
  const note = page.getByRole('region', { name: / products held back$/ });
  await expect(note).toContainText('for HSN 3307, 4602, 5702');
  await input.press(note.getByRole('link', { name: 'GST rates' }));
  const rows = page.locator('[name="rates.rows"]');
  for (const [hsn, percent] of Object.entries(GST_RATES)) {
    const row = `rates.${await rows.inputValue()}`;
    await setRows(newShop, 'rates.rows', Number(await rows.inputValue()) + 1);
    await input.type(page.locator(`[name="${row}.hsn"]`), hsn);
    await input.type(page.locator(`[name="${row}.from"]`), '2025-09-22');
    await input.type(page.locator(`[name="${row}.rateBp"]`), percent);
  }
  await input.press(page.getByRole('button', { name: 'Check the changes' }));
  await input.press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('status')).toContainText('The settings are saved.');
  await expect(async () => {
    await page.goto('/admin');
    await expect(note).toBeHidden({ timeout: 1_000 });
  }).toPass();
}
