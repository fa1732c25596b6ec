import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';

const SLUG = 'bagru-marigold-anarkali';

test('opens over the list, closes with Back at the same scroll position, and opens again with Forward', async ({
  page,
}) => {
  await page.goto('/products?category=women');
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const control = page.getByRole('link', { name: /^Quick view/ }).nth(2);
  await control.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  await control.click();
  await expect(page).toHaveURL(/category=women&quickView=/);
  const view = page.getByRole('dialog');
  await expect(view.getByRole('button', { name: /Add to cart|Choose an? |Out of Stock/ })).toBeVisible();
  expect(await axeViolations(page, { part: 'dialog' })).toEqual([]);
  await page.goBack();
  await expect(view).toBeHidden();
  await expect(page).not.toHaveURL(/quickView/);
  await expect(control).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.goForward();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
});

for (const [method, close] of [
  ['Escape', 'Escape'],
  ['its button', 'button'],
  ['a click beside it', 'backdrop'],
] as const) {
  test(`closes with ${method}, and removes the parameter from the address`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/');
    await page
      .getByRole('link', { name: /^Quick view/ })
      .first()
      .click();
    const view = page.getByRole('dialog');
    await expect(view.getByRole('link', { name: 'All details' })).toBeVisible();
    if (close === 'Escape') await page.keyboard.press('Escape');
    else if (close === 'button') await view.getByRole('button', { name: 'Close' }).click();
    else await page.mouse.click(20, 400);
    await expect(page).not.toHaveURL(/quickView/);
    await expect(view).toBeHidden();
  });
}

test('opens on any page whose address names it', async ({ page }) => {
  await page.goto(`/?quickView=${SLUG}`);
  const view = page.getByRole('dialog');
  await expect(view.getByRole('button', { name: 'Choose a size' })).toBeVisible();
  await view.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto(`/products?quickView=${SLUG}`);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/products$/);
});

test('shows why a product could not be loaded, and closes', async ({ page }) => {
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

test('a missing product shows a message and a link', async ({ page }) => {
  await page.goto('/?quickView=never-woven');
  await expect(page.getByRole('dialog').getByText('Product not found')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'See all products' }).click();
  await expect(page).toHaveURL(/\/products$/);
});

for (const width of [320, 360]) {
  test(`shows the button within reach at ${width} px, styled on any page`, async ({ page }) => {
    await page.setViewportSize({ width, height: 640 });
    for (const path of ['/', '/search?search=kurta']) {
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}quickView=${SLUG}`);
      const view = page.getByRole('dialog');
      await expect(view.getByRole('button', { name: 'Choose a size' })).toBeInViewport({ ratio: 1 });
      await expect(view.locator('.variant-choice').first()).toHaveCSS('border-top-style', 'solid');
      await view.getByRole('link', { name: 'All details' }).scrollIntoViewIfNeeded();
      const [link, bar] = await Promise.all([
        view.getByRole('link', { name: 'All details' }).boundingBox(),
        view.locator('.quick-bar').boundingBox(),
      ]);
      expect((link?.y ?? 0) + (link?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
    }
  });
}
