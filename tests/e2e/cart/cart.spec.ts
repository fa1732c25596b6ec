import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { chooseFirstOption } from '#support/choose-first-option.ts';
import { fillCart } from '#support/e2e-order.ts';

const KURTA = '/products/godavari-indigo-straight-kurta';
const CLOTH = '/products/ferry-stripe-linen';
const badge = (page: Page) => page.locator('[data-cart-count]').first();
const addButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add to cart' });
const summary = (page: Page) => page.getByRole('dialog', { name: 'Cart Summary' });

test('the badge counts an added product immediately; the drawer changes, removes and restores lines', async ({
  page,
}) => {
  await page.goto(KURTA);
  await chooseFirstOption(page);
  await addButton(page).click();
  await expect(badge(page)).toHaveText('1');
  await expect(page.getByText('Added to cart')).toBeVisible();
  await page.goto(CLOTH);
  await page.getByLabel('Length in metres').fill('1.5');
  await addButton(page).click();
  await expect(badge(page)).toHaveText('2');
  await page.locator('[data-cart]').click();
  const lines = summary(page).getByRole('list', { name: 'Items' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(1)).toContainText('1.5 m');
  expect(await axeViolations(page, { part: 'dialog' })).toEqual([]);
  expect((await summary(page).getByRole('list', { name: 'Items' }).boundingBox())?.height).toBeLessThanOrEqual(300);

  await lines
    .nth(1)
    .getByRole('button', { name: /^Increase the quantity of/ })
    .click();
  await expect(lines.nth(1)).toContainText('1.75 m');
  await lines
    .nth(0)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(lines).toHaveCount(1);
  await expect(badge(page)).toHaveText('1');
  await summary(page).getByRole('button', { name: 'Undo' }).click();
  await expect(lines).toHaveCount(2);
  await summary(page).getByRole('link', { name: 'View cart' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart (2)');
  await page.reload();
  await expect(badge(page)).toHaveText('2');
});

test('a slow response does not restore a line that was removed in the meantime', async ({ page }) => {
  for (const path of [KURTA, CLOTH]) {
    await page.goto(path);
    if (path === KURTA) await chooseFirstOption(page);
    await addButton(page).click();
    await expect(page.getByText('Added to cart')).toBeVisible();
  }
  await page.route('**/public/cart/update/**', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.fulfill({ response });
  });
  await page.locator('[data-cart]').click();
  const lines = summary(page).getByRole('list', { name: 'Items' }).getByRole('listitem');
  const updateResponse = page.waitForResponse('**/public/cart/update/**');
  await lines
    .nth(1)
    .getByRole('button', { name: /^Increase the quantity of/ })
    .click();
  await lines
    .nth(0)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await updateResponse;
  await expect(lines).toHaveCount(1);
  await expect(summary(page).getByText('was removed')).toBeVisible();
  await page.waitForTimeout(300);
  await expect(lines).toHaveCount(1);
});

test('counts clicks that are made before the responses to earlier clicks', async ({ page }) => {
  await page.goto(KURTA);
  await chooseFirstOption(page);
  await addButton(page).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await page.locator('[data-cart]').click();
  const release = Promise.withResolvers<void>();
  let requests = 0;
  await page.route('**/public/cart/update/*', async (route) => {
    requests++;
    await release.promise;
    await route.continue();
  });
  const moreButton = summary(page).getByRole('button', { name: /^Increase the quantity of/ });
  await moreButton.click();
  await expect.poll(() => requests).toBe(1);
  await moreButton.click();
  await summary(page)
    .getByRole('button', { name: /^Decrease the quantity of/ })
    .click();
  await moreButton.click();
  await expect(summary(page).locator('output')).toHaveText('3');
  release.resolve();
  await expect.poll(() => requests).toBe(4);
  const quantity = async () => (await (await page.request.get('/public/cart')).json()).data.lines[0].quantity;
  await expect.poll(quantity).toBe(3);
  await expect(summary(page).locator('output')).toHaveText('3');
});

test('keeps the focus when the cart drawer is updated, and returns the focus to the cart button', async ({ page }) => {
  await page.goto(KURTA);
  await chooseFirstOption(page);
  await addButton(page).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await page.locator('[data-cart]').focus();
  await page.keyboard.press('Enter');
  const moreButton = summary(page).getByRole('button', { name: /^Increase the quantity of/ });
  await moreButton.focus();
  await page.keyboard.press('Enter');
  await expect(summary(page).locator('output')).toHaveText('2');
  await expect(summary(page).getByText('Total', { exact: true })).toBeVisible();
  await expect(moreButton).toBeFocused();
  const lessButton = summary(page).getByRole('button', { name: /^Decrease the quantity of/ });
  await lessButton.focus();
  await page.keyboard.press('Enter');
  await expect(lessButton).toBeDisabled();
  await expect(moreButton).toBeFocused();
  await summary(page)
    .getByRole('button', { name: /^Remove/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(summary(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(summary(page)).toHaveCount(0);
  await expect(page.locator('[data-cart]')).toBeFocused();
});

test('shows an error if the cart can’t be loaded, and loads the cart after Retry', async ({ page }) => {
  await page.goto('/');
  await page.route('**/public/cart{,/drawer}', (route) => route.abort());
  await page.locator('[data-cart]').click();
  await expect(summary(page).getByText('The cart could not be loaded.')).toBeVisible();
  await page.unroute('**/public/cart{,/drawer}');
  await summary(page).getByRole('button', { name: 'Retry' }).click();
  await expect(summary(page).getByText('Your cart is empty')).toBeVisible();
});

test('updates the badge before the response, and reverts the badge after a failure', async ({ page }) => {
  await page.goto(KURTA);
  await chooseFirstOption(page);
  let release: () => void = () => {};
  const responseRelease = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/public/cart/create', async (route) => {
    await responseRelease;
    await route.fulfill({ status: 500, json: { status: 'error', message: 'x', data: null } });
  });
  await addButton(page).click();
  await expect(badge(page)).toHaveText('1');
  release();
  await expect(badge(page)).toBeHidden();
  await expect(page.locator('#toasts p')).toHaveCount(0);
  await page.unroute('**/public/cart/create');
  await addButton(page).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await expect(badge(page)).toHaveText('1');
});

test('a late response about the visitor does not revert a product that was added after the request', async ({
  page,
}) => {
  await fillCart(page);
  const release = Promise.withResolvers<void>();
  await page.route('**/public/visitor', async (route) => {
    const response = await route.fetch();
    await release.promise;
    await route.fulfill({ response });
  });
  await page.goto(KURTA);
  await chooseFirstOption(page);
  await addButton(page).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  const lateResponse = page.waitForResponse('**/public/visitor');
  release.resolve();
  await (await lateResponse).finished();
  await page.waitForLoadState('networkidle');
  await expect(badge(page)).toHaveText('2');
});

test('adds cloth from the quick view, and shows a message if the cart already contains the maximum quantity', async ({
  page,
}) => {
  await page.goto('/products?category=fabrics&quickView=ferry-stripe-linen');
  const quickView = page.getByRole('dialog');
  const length = quickView.getByLabel('Length in metres');
  const max = (await length.getAttribute('aria-valuemax')) ?? '';
  await length.fill(max);
  await quickView.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await quickView.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText(`your cart holds ${max} m. No more can be ordered at the moment.`)).toBeVisible();
  await expect(badge(page)).toHaveText('1');
});

test('shows the same cart in two tabs', async ({ page, context }) => {
  await page.goto('/');
  await fillCart(page);
  await page.goto('/cart');
  const otherTab = await context.newPage();
  await otherTab.goto('/cart');
  const quantity = (tab: Page) => tab.getByRole('spinbutton', { name: /^Quantity of/ });
  await quantity(otherTab).fill('2');
  await quantity(otherTab).press('Enter');
  await expect(quantity(page)).toHaveValue('2');
  await otherTab.getByRole('button', { name: /^Remove/ }).click();
  await expect(page.getByRole('link', { name: 'Browse Products' })).toBeVisible();
  // A change that no tab has announced is shown when the tab becomes visible again.
  await fillCart(page);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(quantity(page)).toHaveValue('1');
  await expect(badge(page)).toHaveText('1');
});

test('an empty cart has the link “Browse Products”', async ({ page }) => {
  await page.goto('/');
  await page.locator('[data-cart]').click();
  await summary(page).getByRole('link', { name: 'Browse Products' }).click();
  await expect(page).toHaveURL(/\/products$/);
});
