import { expect, type Locator, test } from '@playwright/test';
import { fillCart } from '#support/e2e-order.ts';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not shown');
  return box;
}

test('on a phone the text of a slide stands below its picture', async ({ page }) => {
  await page.goto('/');
  const slide = page.getByRole('region', { name: 'From the shop' }).getByRole('listitem').first();
  const picture = await boxOf(slide.getByRole('img'));
  const heading = await boxOf(slide.getByRole('heading'));
  expect(heading.y).toBeGreaterThanOrEqual(picture.y + picture.height);
});

test('buttons on cards are 44 px to touch, and cover little of the picture', async ({ page }) => {
  await page.goto('/products');
  const card = page.getByRole('article').first();
  for (const button of [card.getByRole('button'), card.getByRole('link', { name: /^Quick view/ })]) {
    const { width, height } = await boxOf(button);
    expect([width, height]).toEqual([44, 44]);
    const circle = await button.evaluate((element) => Number.parseFloat(getComputedStyle(element, '::before').width));
    expect(circle).toBe(32);
  }
});

test('the checkout has no announcements, menus, search or newsletter', async ({ page }) => {
  await fillCart(page);
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  for (const name of ['Menu', 'Search', 'Wishlist', 'Subscribe']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('complementary', { name: 'Announcements' })).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Returns and exchanges' })).toBeVisible();
});
