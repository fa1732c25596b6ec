import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';

const SLUG = 'bagru-marigold-anarkali';

test('the quick view opens over the list, closes with Back at the same scroll position, and reopens with Forward', async ({
  page,
}) => {
  await page.goto('/products?category=women');
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const quickViewLink = page.getByRole('link', { name: /^Quick view/ }).nth(2);
  await quickViewLink.scrollIntoViewIfNeeded();
  const scrollTop = await page.evaluate(() => scrollY);
  await quickViewLink.click();
  await expect(page).toHaveURL(/category=women&quickView=/);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /Add to cart|Choose an? |Out of Stock/ })).toBeVisible();
  expect(await axeViolations(page, { part: 'dialog' })).toEqual([]);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/quickView/);
  await expect(quickViewLink).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrollTop);
  await page.goForward();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
});

for (const [method, close] of [
  ['Escape', 'Escape'],
  ['its Close button', 'button'],
  ['a click on the backdrop', 'backdrop'],
] as const) {
  test(`the quick view closes with ${method}, and its parameter is removed from the address`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/');
    await page
      .getByRole('link', { name: /^Quick view/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('link', { name: 'All details' })).toBeVisible();
    if (close === 'Escape') await page.keyboard.press('Escape');
    else if (close === 'button') await dialog.getByRole('button', { name: 'Close' }).click();
    else await page.mouse.click(20, 400);
    await expect(page).not.toHaveURL(/quickView/);
    await expect(dialog).toBeHidden();
  });
}

test('the quick view opens on the home page and on a list if the address contains a product', async ({ page }) => {
  await page.goto(`/?quickView=${SLUG}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Choose a size' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto(`/products?quickView=${SLUG}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/products$/);
});

test('the quick view shows a message and closes if a product can’t be loaded', async ({ page }) => {
  await page.route('**/public/product/show/**', (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: 'x', data: null } }),
  );
  await page.goto('/products');
  await page
    .getByRole('link', { name: /^Quick view/ })
    .first()
    .click();
  await expect(page.getByText('Failed to load product details').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.unroute('**/public/product/show/**');
  await page.route('**/public/product/show/**', (route) => route.abort());
  await page
    .getByRole('link', { name: /^Quick view/ })
    .first()
    .click();
  await expect(page.getByText('Error loading product').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the quick view for a missing product shows a message and a link', async ({ page }) => {
  await page.goto('/?quickView=never-woven');
  await expect(page.getByRole('dialog').getByText('Product not found')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'See all products' }).click();
  await expect(page).toHaveURL(/\/products$/);
});

test('a quick view that is reloaded over a product page has unique IDs and working labels', async ({ page }) => {
  await page.goto(`/products/godavari-indigo-straight-kurta?quickView=${SLUG}`);
  const dialog = page.getByRole('dialog');
  const repeatedIds = () =>
    page.evaluate(() => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      return ids.filter((id, index) => ids.indexOf(id) !== index);
    });
  expect(await repeatedIds()).toEqual([]);
  await dialog.getByText('Quantity', { exact: true }).click();
  await expect(dialog.getByLabel('Quantity', { exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'One more' }).click();
  await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('2');
  expect(await repeatedIds()).toEqual([]);
});

for (const width of [320, 360]) {
  test(`at ${width} px, the quick view on the home and search pages has styles and a visible button`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    for (const path of ['/', '/search?search=kurta']) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}quickView=${SLUG}`);
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: 'Choose a size' })).toBeInViewport({ ratio: 1 });
      await expect(dialog.locator('.variant-choice').first()).toHaveCSS('border-top-style', 'solid');
      await dialog.getByRole('link', { name: 'All details' }).scrollIntoViewIfNeeded();
      const [link, bar] = await Promise.all([
        dialog.getByRole('link', { name: 'All details' }).boundingBox(),
        dialog.locator('.quick-bar').boundingBox(),
      ]);
      expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
    }
  });
}
