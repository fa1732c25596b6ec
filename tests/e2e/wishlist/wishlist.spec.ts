import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { readCode } from '#support/mailbox.ts';

const KURTA = '/products/godavari-indigo-straight-kurta';

test('the wishlist button toggles, keeps its state, and ignores a click while a request is pending', async ({
  page,
  context,
}) => {
  await logInAs(context, 'Asha Rao');
  await page.goto(KURTA);
  const button = page.getByRole('main').locator('form[data-wishlist] button').first();
  await expect(button).toHaveAttribute('title', 'Add to wishlist');
  let requestCount = 0;
  let release: () => void = () => {};
  const responseRelease = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/public/wishlist/create', async (route) => {
    requestCount += 1;
    await responseRelease;
    await route.continue();
  });
  await button.click();
  await expect.poll(() => requestCount).toBe(1);
  await button.click();
  release();
  await expect(page.getByText('Product added to wishlist').first()).toBeVisible();
  await expect(button).toHaveAttribute('title', 'Remove from Wishlist');
  expect(requestCount).toBe(1);
  await page.reload();
  await expect(button).toHaveAttribute('title', 'Remove from Wishlist');
  await button.click();
  await expect(page.getByText('Product removed from wishlist')).toBeVisible();
  await expect(button).toHaveAttribute('title', 'Add to wishlist');
});

test('“Add to cart” of a product with sizes opens a quick view, with and without JavaScript', async ({
  page,
  context,
  baseURL,
}) => {
  await logInAs(context, 'Asha Rao');
  const headers = { origin: baseURL ?? '' };
  await page.request.post('/public/wishlist/create', { data: { product: 'chidiya-tiered-frock' }, headers });
  await page.goto('/account/wishlist');
  const chooseLink = page.getByRole('link', { name: /^Choose and add to cart/ });
  const href = (await chooseLink.getAttribute('href')) ?? '';
  await chooseLink.click();
  const quickView = page.getByRole('dialog');
  await quickView.getByRole('radio', { name: '4-5 years' }).check();
  await quickView.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/account\/wishlist$/);
  await expect(chooseLink).toBeFocused();
  const html = await (await page.request.get(href)).text();
  expect(html).toContain('data-quick-view-page');
  expect(html).toContain('action="/public/cart/create"');
});

test('the wishlist button keeps its state and shows a message after a failure', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/products?category=women');
  await page.route('**/public/wishlist/create', (route) =>
    route.fulfill({ status: 500, json: { status: 'error', message: 'x', data: null } }),
  );
  const wishlistButton = page.getByRole('button', { name: /^Add to wishlist/ }).first();
  const name = (await wishlistButton.innerText()).trim();
  await wishlistButton.click();
  await expect(page.getByText('Failed to add to wishlist')).toBeVisible();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  await page.unroute('**/public/wishlist/create');
  await wishlistButton.click();
  await expect(page.getByText('Added to wishlist', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: name.replace('Add to wishlist', 'Remove from Wishlist') }).click();
  await expect(page.getByText('Removed from wishlist', { exact: true })).toBeVisible();
});

test('prompts a visitor to log in, and saves the product afterwards', async ({ page, baseURL }) => {
  const email = `heart-${process.pid}-${Date.now()}@example.in`;
  const headers = { origin: baseURL ?? '' };
  const person = { name: 'Asha Rao', email, mobile: '9876543210', termsAndCondtion: true };
  await page.request.post('/auth/customer/register', { data: person, headers });
  await expect.poll(() => readCode(baseURL ?? '', email)).toMatch(/^\d{4}$/);
  await page.request.post('/auth/customer/verify', {
    data: { email, otp: await readCode(baseURL ?? '', email) },
    headers,
  });
  await page.request.post('/auth/customer/logout', { data: {}, headers });
  const firstCode = await readCode(baseURL ?? '', email);

  await page.goto(KURTA);
  const button = page.getByRole('main').locator('form[data-wishlist] button').first();
  await button.click();
  await expect(page.getByText('Login to add to wishlist.')).toBeVisible();
  const login = page.getByRole('dialog', { name: 'Login' });
  await login.getByLabel('Email').fill(email);
  await login.getByRole('button', { name: 'Send me a code' }).click();
  await expect.poll(() => readCode(baseURL ?? '', email)).not.toBe(firstCode);
  await page.getByLabel('Digit 1 of 4').fill(await readCode(baseURL ?? '', email));
  await expect(button).toHaveAttribute('title', 'Remove from Wishlist');
});

test('saves the product of the pressed wishlist button after a registration', async ({ page, baseURL }) => {
  const email = `new-heart-${process.pid}-${Date.now()}@example.in`;
  await page.goto(KURTA);
  const button = page.getByRole('main').locator('form[data-wishlist] button').first();
  await button.click();
  await page.getByRole('dialog', { name: 'Login' }).getByRole('link', { name: 'Register' }).click();
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect.poll(() => readCode(baseURL ?? '', email), { timeout: 20_000 }).toMatch(/^\d{4}$/);
  await page.getByLabel('Digit 1 of 4').fill(await readCode(baseURL ?? '', email));
  await expect(page).toHaveURL(new RegExp(`${KURTA}$`));
  await expect(button).toHaveAttribute('title', 'Remove from Wishlist');
});

test('the wishlist shows its products, which can be moved to the cart or removed', async ({
  page,
  context,
  baseURL,
}) => {
  await logInAs(context, 'Asha Rao');
  const headers = { origin: baseURL ?? '' };
  for (const product of ['ferry-stripe-linen', 'godavari-indigo-straight-kurta']) {
    const response = await page.request.post('/public/wishlist/create', { data: { product }, headers });
    expect((await response.json()).data._id).toBeTruthy();
  }
  const list = (await (await page.request.get('/public/wishlist')).json()).data;
  expect(list[0]).toMatchObject({
    product: { slug: 'godavari-indigo-straight-kurta', in_stock: true },
    createdAt: expect.any(String),
  });
  await page.goto('/account/wishlist');
  expect(await axeViolations(page)).toEqual([]);
  await expect(page.getByRole('link', { name: /Godavari Indigo Straight Kurta/ }).first()).toHaveAttribute(
    'href',
    '/product/godavari-indigo-straight-kurta',
  );
  await page.getByRole('button', { name: /^Move to cart/ }).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await expect(page.locator('[data-cart-count]').first()).toHaveText('1');
  await page.getByRole('button', { name: /^Remove from Wishlist/ }).click();
  await expect(page.getByText('Your wishlist is empty')).toBeVisible();
});
