import { expect, test } from '@playwright/test';
import { readCode } from '#support/mailbox.ts';

test('without JavaScript, cloth by the metre is added, changed, discounted, removed and restored', async ({ page }) => {
  await page.goto('/products/ferry-stripe-linen');
  await page.getByLabel('Length in metres').fill('1.5');
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByText('Added to cart')).toBeVisible();
  const metresField = page.getByRole('main').getByLabel(/^Metres/);
  await expect(metresField).toHaveValue('1.5');
  await metresField.fill('2.25');
  await page.getByRole('button', { name: /^Update/ }).click();
  await expect(page.getByText('Cart updated')).toBeVisible();
  await expect(metresField).toHaveValue('2.25');

  await page.getByLabel('Coupon code').fill('nothing');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByLabel('Coupon code')).toHaveAccessibleDescription('We don’t know this coupon code.');
  await expect(page.getByLabel('Coupon code')).toBeFocused();
  await expect(page.getByLabel('Coupon code')).toHaveValue('nothing');
  const pincode = page.getByLabel('Delivery to pincode');
  await pincode.fill('999999');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(pincode).toHaveAccessibleDescription(/^We don't know the pincode 999999/);
  await expect(pincode).toHaveValue('999999');
  await expect(pincode).toBeFocused();
  await pincode.fill('560001');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText(/2–5 business days/)).toHaveCount(1);
  await page.getByLabel('Coupon code').fill('welcome10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Coupon applied.')).toBeVisible();
  await expect(page.getByText('Discount (WELCOME10)')).toBeVisible();
  await page.getByRole('button', { name: 'Remove coupon WELCOME10' }).click();
  await expect(page.getByText('Discount (WELCOME10)')).toBeHidden();

  await page
    .getByRole('main')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(metresField).toHaveValue('2.25');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('without JavaScript, the wishlist button leads to the login, and the product is saved afterwards', async ({
  page,
  baseURL,
}) => {
  const email = `heart-${process.pid}-${Date.now()}@example.in`;
  await page.goto('/products?category=fabrics');
  const card = page.getByRole('main').getByRole('article').first();
  const name = (await card.getByRole('heading').textContent())?.trim() ?? '';
  await card.getByRole('button', { name: /^Add to wishlist/ }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fproducts/);
  await expect(page.getByText('Please login to add items to wishlist')).toBeVisible();
  await page.goto('/register');
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect.poll(() => readCode(baseURL ?? '', email)).toMatch(/^\d{4}$/);
  await page.getByLabel('Code').fill(await readCode(baseURL ?? '', email));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Product added to wishlist')).toBeVisible();
  await page.goto('/account/wishlist');
  await expect(page.getByRole('main').getByText(name)).toBeVisible();
});
