import { expect, type Page } from '@playwright/test';
import { gstinCheckCharacter } from '#lib/primitives/gstin.ts';
import { axeViolations } from './axe.ts';
import { HOUSE } from './e2e-order.ts';
import { addKurtaToCart, type OrderCodeShop } from './order-code.ts';

const gstinOf = (start: string) => start + gstinCheckCharacter(start);
const TELANGANA = gstinOf('36AABCT1332L1Z');
const KARNATAKA = gstinOf('29AABCT1332L1Z');

/**
 * Orders as a business that corrects its GSTIN twice: a valid GSTIN must also be from Karnataka, the state of delivery.
 * Then cash on delivery is switched off for the pincode, so the business pays online.
 */
export async function orderForBusiness(page: Page, shop: OrderCodeShop, hasScript: boolean): Promise<void> {
  const main = page.getByRole('main');
  // axe needs timers, which a page without JavaScript does not have. The markup of both pages is the same.
  const violations = async () => (hasScript ? axeViolations(page) : []);
  await addKurtaToCart(page, shop.origin, 1);
  await page.goto(`${shop.origin}/checkout?step=contact`);
  await main.getByLabel('Email').fill('accounts@example.in');
  await main.getByLabel('Mobile').fill('9876543211');
  await page.getByText('I need a GST invoice for my business').click();
  await main.getByLabel('GSTIN').fill('36AABCT1332L1Z0');
  await main.getByLabel('Name of the business').fill('Asha Stores');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(main.getByLabel('GSTIN')).toHaveAccessibleDescription(/typing mistake/);
  expect(await violations()).toEqual([]);
  await main.getByLabel('GSTIN').fill(TELANGANA.toLowerCase());
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(main.getByLabel('GSTIN')).toHaveAccessibleDescription(
    /is registered in Telangana \(36\), but the parcel goes to Karnataka/,
  );
  await main.getByLabel('GSTIN').fill(KARNATAKA);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(main.getByText(`Asha Stores, GSTIN ${KARNATAKA}`)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await shop.switchOffCash(HOUSE.pincode);
  await page.goto(`${shop.origin}/checkout?step=delivery`);
  await expect(main.getByText(/Cash on delivery is not available here/)).toBeVisible();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('radio', { name: /Cash on delivery/ })).toBeDisabled();
  await expect(main.getByText(/couriers often can’t deliver there/)).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: /Place order/ }).click();
  await expect(page).toHaveURL(/\/(checkout\/payment|public\/payment-gateway)\//);
}
