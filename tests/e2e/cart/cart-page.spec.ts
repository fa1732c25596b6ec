import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { holdScripts, scriptPattern } from '#support/built-scripts.ts';
import { chooseFirstOption } from '#support/choose-first-option.ts';

const KURTA = '/products/godavari-indigo-straight-kurta';
const badge = (page: Page) => page.locator('[data-cart-count]').first();
const addButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add to cart' });

test('the cart page shows the first item even if the page was rendered before the item was added', async ({ page }) => {
  await page.goto(KURTA);
  await chooseFirstOption(page);
  const rendered = Promise.withResolvers<void>();
  await page.route('**/public/cart/create', async (route) => {
    await rendered.promise;
    await route.continue();
  });
  const addResponse = page.waitForResponse('**/public/cart/create');
  await page.route('**/cart', async (route) => {
    const response = await route.fetch();
    rendered.resolve();
    await addResponse;
    await page.unroute('**/cart');
    await route.fulfill({ response });
  });
  await addButton(page).click();
  await page.goto('/cart');
  await expect(page.getByRole('main').getByLabel(/^Quantity/)).toHaveValue('1');
  await expect(badge(page)).toHaveText('1');
});

test('the cart page works with the keyboard at 320 px, and axe finds no problems', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(KURTA);
  await chooseFirstOption(page);
  await addButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Added to cart')).toBeVisible();
  await page.goto('/cart');
  const quantity = page.getByRole('main').getByLabel(/^Quantity/);
  await quantity.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Cart updated')).toBeVisible();
  await expect(quantity).toHaveValue('2');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await axeViolations(page)).toEqual([]);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Remove/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your cart is empty')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('main').getByRole('button', { name: /^Undo/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByLabel(/^Quantity/)).toHaveValue('2');
});

test('a quantity that was changed before the script loaded is saved when the field loses focus', async ({ page }) => {
  await page.goto(KURTA);
  await chooseFirstOption(page);
  await addButton(page).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  const releaseScript = await holdScripts(page, 'CartPage');
  await page.goto('/cart');
  const quantity = page.getByRole('main').getByLabel(/^Quantity/);
  await quantity.focus();
  await page.keyboard.press('ArrowUp');
  const scriptResponse = page.waitForResponse(scriptPattern('CartPage'));
  releaseScript();
  await scriptResponse;
  await page.waitForLoadState('networkidle');
  await expect(quantity).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Cart updated')).toBeVisible();
});

test('shows a message if applying or removing a coupon, or checking a pincode, gets no response', async ({ page }) => {
  await page.goto(KURTA);
  await chooseFirstOption(page);
  await addButton(page).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await page.goto('/cart');
  const noResponseMessage = 'There was no response. Please check your connection and try again.';
  const coupon = page.getByLabel('Coupon code');
  const pincode = page.getByLabel('Delivery to pincode');
  const abortRequests = (path: string) => page.route(path, (route) => route.abort());
  await abortRequests('**/public/cart/coupon');
  await coupon.fill('WELCOME10');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(coupon).toHaveAccessibleDescription(noResponseMessage);
  await abortRequests('**/public/cart/pincode');
  await pincode.fill('560001');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(pincode).toHaveAccessibleDescription(noResponseMessage);
  await page.unroute('**/public/cart/coupon');
  await page.getByRole('button', { name: 'Apply' }).click();
  const removeButton = page.getByRole('button', { name: 'Remove coupon WELCOME10' });
  await expect(removeButton).toBeVisible();
  await abortRequests('**/public/cart/coupon');
  await removeButton.click();
  await expect(page.locator('#toasts')).toContainText(noResponseMessage);
});

test('the API of the cart rejects tampered requests and uses the server’s price', async ({ page, baseURL }) => {
  const headers = { origin: baseURL ?? '' };
  const post = (data: object) => page.request.post('/public/cart/create', { data, headers });
  const cloth = (await (await page.request.get('/public/product/show/ferry-stripe-linen')).json()).data;
  const variant = cloth.variant_ids[0];
  for (const quantity of [-1, 0, 1e9, 0.3, '1', '__proto__', null, [1], { $gt: 0 }, true]) {
    const response = await post({ product: cloth._id, variant: variant._id, quantity });
    expect(response.status(), JSON.stringify(quantity)).toBe(422);
    expect((await response.json()).fields).toHaveProperty('quantity');
  }
  const acceptedResponse = await post({
    product: cloth._id,
    variant: variant._id,
    quantity: 1,
    price: 1,
    total: 1,
    cart_id: 'x',
    ['__proto__']: { price: 1 },
  });
  const cart = (await acceptedResponse.json()).data;
  expect(cart.lines[0].price).toBe(variant.sale_price ?? variant.price);
  const line = cart.lines[0]._id;
  expect((await page.request.patch(`/public/cart/update/${line}`, { data: { quantity: 1.5 }, headers })).status()).toBe(
    200,
  );
  for (const quantity of [-1, '2', 1e9]) {
    expect((await page.request.patch(`/public/cart/update/${line}`, { data: { quantity }, headers })).status()).toBe(
      422,
    );
  }
  expect((await page.request.delete('/public/cart/delete/__proto__', { headers })).status()).toBe(404);
  expect(
    (await page.request.post('/public/cart/coupon', { data: { code: 'x'.repeat(1_000) }, headers })).status(),
  ).toBe(422);
});
