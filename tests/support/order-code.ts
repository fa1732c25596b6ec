import { type Browser, expect, type Page } from '@playwright/test';
import { setFields } from '#lib/content/publishing/settings-commands.server.ts';
import { blockPincode } from '#lib/sales/cash-rules/cash-blocks.server.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { fillAddress, HOUSE } from './e2e-order.ts';
import { readCode } from './mailbox.ts';
import { startShop, temporaryDir } from './shop-process.ts';
import { smallShop } from './small-shop.ts';

export interface OrderCodeShop {
  origin: string;
  /** Blocks cash orders for a pincode, as staff do. */
  switchOffCash(pincode: string): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Starts a shop with one product, of which an unverified mailbox may hold one piece in cash orders. The shop offers
 * invoices for businesses.
 */
export async function startOrderCodeShop(): Promise<OrderCodeShop> {
  const data = temporaryDir('order-code');
  const db = await smallShop(data.dir);
  const deps = { db, now: Date.now };
  await setFields(deps, SETTINGS, { buyerGstin: 'true' });
  const env = { CASH_VARIANT_PIECES: '1', CASH_VARIANT_SHARE: '1' };
  const shop = await startShop({ dataDir: data.dir, env });
  return {
    origin: shop.origin,
    switchOffCash: (pincode) => blockPincode(deps, { pincode, reason: 'Nobody is at home' }),
    async close() {
      await db.close();
      await shop.stop('SIGKILL');
      data.remove();
    },
  };
}

/** Fills in the checkout as a guest, for a cash order of two pieces, and presses "Place order". */
async function orderForCash(page: Page, origin: string, email: string): Promise<void> {
  await addKurtaToCart(page, origin, 2);
  const main = page.getByRole('main');
  await page.goto(`${origin}/checkout`);
  await main.getByLabel('Email').fill(email);
  await main.getByLabel('Mobile').fill('9876543210');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await main.getByLabel('Pincode').fill(HOUSE.pincode);
  await fillAddress(page);
  await page.getByRole('button', { name: 'Deliver here' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('radio', { name: /Cash on delivery/ }).check();
  await page.getByRole('button', { name: /Place order/ }).click();
}

export async function addKurtaToCart(page: Page, origin: string, quantity: number): Promise<void> {
  const productResponse = await page.request.get(`${origin}/public/product/show/loom-kurta`);
  const { data } = (await productResponse.json()) as { data: { variant_ids: { _id: string }[] } };
  const item = { product: 'loom-kurta', variant: String(data.variant_ids[0]?._id), quantity };
  const response = await page.request.post(`${origin}/public/cart/create`, { headers: { origin }, data: item });
  expect(response.ok(), await response.text()).toBe(true);
}

/**
 * Enters a wrong code, then places the order with the right code, and places a second order without a code in the same
 * browser. Checks that another browser can't open the page for the code.
 */
export async function verifyAndOrder(browser: Browser, page: Page, origin: string): Promise<void> {
  const email = 'meera@example.in';
  await orderForCash(page, origin, email);
  await expect(page).toHaveURL(/\/checkout\/verify$/);
  await expect(page.getByText(email)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  let code = '';
  await expect.poll(async () => (code = await readCode(origin, email))).toMatch(/^\d{4,8}$/);
  await page.getByLabel('Code').fill(code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Invalid OTP, please try again.').first()).toBeVisible();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/\/orders\/track\/.+placed=1/);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await orderForCash(page, origin, email);
  await expect(page).toHaveURL(/\/orders\/track\/.+placed=1/);
  const stranger = await browser.newContext();
  const response = await stranger.request.get(`${origin}/checkout/verify`, { maxRedirects: 0 });
  expect(response.status()).toBe(303);
  await stranger.close();
}
