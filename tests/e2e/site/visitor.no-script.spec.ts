import { expect, type Page, test } from '@playwright/test';
import { chooseFirstOption } from '#support/choose-first-option.ts';
import { logInAs } from '#support/e2e-customer.ts';

const SLUG = 'godavari-indigo-straight-kurta';
const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ });

async function putIntoCart(page: Page): Promise<void> {
  await page.goto(`/products/${SLUG}`);
  await chooseFirstOption(page);
  await page.getByRole('button', { name: 'Choose a size', exact: true }).first().click();
  await expect(page).toHaveURL(/\/cart/);
}

test('personal pages show the cart count of a guest and of a customer', async ({ page, context }) => {
  await putIntoCart(page);
  for (const path of ['/cart', '/login', '/checkout']) {
    await page.goto(path);
    await expect(cartLink(page)).toHaveAccessibleName('Cart, 1');
    await expect(cartLink(page)).toContainText('1');
  }
  await context.clearCookies();
  await page.goto('/cart');
  await expect(cartLink(page)).toHaveAccessibleName('Cart');
  await logInAs(context, 'Asha Rao');
  await putIntoCart(page);
  await page.goto('/account/dashboard');
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1');
});

test('shows no login link to a customer who has logged in', async ({ page, context }) => {
  await page.goto('/faq');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.locator('#mobile-menu');
  await expect(menu.getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/account/dashboard');
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
  await logInAs(context, 'Asha Rao');
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu.getByRole('link', { name: 'My account' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await page.goto(`/products/${SLUG}/reviews`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toHaveCount(0);
});

test('marks the open tab of a product page, and styles the reviews', async ({ page }) => {
  const weights = () =>
    page
      .locator('.product-tabs > nav a')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).fontWeight));
  await page.goto(`/products/${SLUG}`);
  expect(await weights()).toEqual(['600', '400']);
  await page.goto(`/products/${SLUG}#reviews`);
  expect(await weights()).toEqual(['400', '600']);
  const stars = page.locator('#reviews .review-stars').first();
  await expect(stars).toHaveCSS('color', 'rgb(138, 94, 0)');
  await page.getByRole('link', { name: 'Description' }).click();
  expect(await weights()).toEqual(['600', '400']);
});
