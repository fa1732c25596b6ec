import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const SLUG = 'bagru-marigold-anarkali';

test.describe('a product page with a script', () => {
  test('loads no React before its buy box is touched', async ({ page }) => {
    const scripts: string[] = [];
    page.on('response', async (response) => {
      if (response.request().resourceType() === 'script') scripts.push(await response.text());
    });
    await page.goto(`/products/${SLUG}`, { waitUntil: 'networkidle' });
    expect(scripts.some((text) => text.includes('Minified React error'))).toBe(false);
    await page.getByRole('group', { name: /^Size/ }).getByRole('link', { name: 'M', exact: true }).hover();
    await expect.poll(() => scripts.some((text) => text.includes('Minified React error'))).toBe(true);
  });

  test('a variant changes price, stock, gallery and address in place', async ({ page }) => {
    await openAwake(page);
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    const before = await page.locator('[data-gallery-rail] > li:visible img').first().getAttribute('src');
    await page.getByRole('link', { name: 'Kashish Grey' }).click();
    await expect(page).toHaveURL(new RegExp(`/products/${SLUG}/\\d+$`));
    await expect(page.getByRole('link', { name: 'Kashish Grey' })).toHaveAttribute('aria-current', 'true');
    await expect
      .poll(() => page.locator('[data-gallery-rail] > li:visible img').first().getAttribute('src'))
      .not.toBe(before);
    const soldOut = page.getByRole('group', { name: /^Size/ }).getByRole('link', { name: /^M\b.*Out of Stock/ });
    await soldOut.click();
    await expect(page.getByRole('button', { name: 'Out of Stock', exact: true })).toBeDisabled();
    await expect(page.getByText('Out of Stock', { exact: true }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Madder Red' }).click();
    await expect(page.getByRole('group', { name: /^Size/ }).locator('[aria-current]')).toHaveText('M');
    await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeEnabled();
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  });

  test('clicks made before React is there are all carried out, once each', async ({ page }) => {
    await delayScripts(page, 700);
    await page.goto(`/products/${SLUG}`);
    const more = page.getByRole('button', { name: 'One more' });
    await more.click();
    await more.click();
    await expect(page.getByRole('spinbutton')).toHaveValue('3');
    await expect(more).not.toHaveAttribute('aria-busy');
  });

  test('what was typed before React is there stays', async ({ page }) => {
    await delayScripts(page, 700);
    await page.goto(`/products/${SLUG}`);
    await page.getByRole('spinbutton').fill('2');
    await page.waitForTimeout(1_500);
    await expect(page.getByRole('spinbutton')).toHaveValue('2');
    await expect(page.getByRole('spinbutton')).toBeFocused();
    await page.getByRole('button', { name: 'One more' }).click();
    await expect(page.getByRole('spinbutton')).toHaveValue('3');
  });

  test('without the code the form still goes', async ({ page }) => {
    await page.route(/(BuyBox|client|openers)\..*\.js/, (route) => route.abort());
    await page.goto(`/products/${SLUG}`);
    const posted = page.waitForRequest((request) => request.url().endsWith('/public/cart/create'));
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
    expect((await posted).postData()).toMatch(/product=\d+&variant=\d+&quantity=1/);
  });

  test('a picture opens over the whole screen, and Escape closes it', async ({ page }) => {
    await page.goto(`/products/${SLUG}`);
    await page.locator('[data-zoom]').first().click();
    const viewer = page.getByRole('dialog', { name: 'Pictures, enlarged' });
    await expect(viewer).toBeVisible();
    await expect(viewer.getByRole('status')).toHaveText(/^1 of \d$/);
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByRole('status')).toHaveText(/^2 of \d$/);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(page.locator('[data-zoom]').first()).toBeFocused();
  });

  test('the size guide opens beside the sizes', async ({ page }) => {
    await page.goto(`/products/${SLUG}`);
    await page.getByRole('button', { name: 'Size guide' }).click();
    const guide = page.locator('#size-guide');
    await expect(guide.getByRole('columnheader', { name: /Bust/ })).toBeVisible();
    await guide.getByRole('button', { name: 'Close the size guide' }).click();
    await expect(guide).toBeHidden();
  });
});

for (const width of [320, 360, 1280]) {
  test(`nothing sticks out, and axe finds nothing, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/products/${SLUG}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  });
}

test('cloth is sold by the metre, in its own steps', async ({ page, request }) => {
  const list = await (await request.get('/public/product?category=fabrics')).json();
  const cloth = list.data.data.find((product: { sell_unit: string }) => product.sell_unit === 'metre');
  expect(cloth, 'the demo shop sells cloth by the metre').toBeDefined();
  await page.goto(`/products/${cloth.slug}`);
  const length = page.getByRole('spinbutton', { name: 'Length in metres' });
  await expect(length).toHaveValue(String(cloth.min_quantity));
  await page.getByRole('button', { name: 'Longer' }).click();
  await expect(length).toHaveValue(String(cloth.min_quantity + cloth.unit_step));
});

test('old addresses, unknown variants and unknown products', async ({ page, request }) => {
  const moved = await request.get(`/product/${SLUG}`, { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(moved.headers().location).toBe(`/products/${SLUG}`);
  expect((await page.goto(`/products/${SLUG}/99999999`))?.status()).toBe(200);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/products/${SLUG}$`));
  expect((await page.goto('/products/never-woven'))?.status()).toBe(404);
});

test('the API answers in the words of product.md, "Product page"', async ({ request }) => {
  const shown = await (await request.get(`/public/product/show/${SLUG}`)).json();
  expect(shown.status).toBe('success');
  expect(shown.data).toMatchObject({
    slug: SLUG,
    price: 3299,
    sale_price: 2799,
    discount_percentage: 15,
    sell_unit: 'piece',
  });
  expect(shown.data.variant_options.map((option: { label: string }) => option.label)).toEqual(['color', 'size']);
  const list = (await (await request.get('/public/product?brand=neel-and-nadi&page=2')).json()).data;
  expect(list).toMatchObject({ per_page: 10, current_page: 2, hasPrevPage: true, prev: 1 });
  expect(Object.keys(list.data[0]).sort()).toEqual(Object.keys(shown.data).sort());
  const missing = await request.get('/public/product/show/never-woven');
  expect([missing.status(), (await missing.json()).message]).toEqual([404, 'Product not found']);
  const unknown = await request.get('/public/no-such-thing', { headers: { accept: 'text/html' } });
  expect([unknown.status(), unknown.headers()['content-type']]).toEqual([404, 'application/json']);
  const variants = (await (await request.get('/public/product/variants')).json()).data;
  expect(variants.size.slice(0, 3)).toEqual(['XS', 'S', 'M']);
  expect(Object.keys((await (await request.get('/public/product/brand-counts')).json()).data[0])).toEqual([
    'name',
    'slug',
    'productCount',
  ]);
});

async function openAwake(page: Page): Promise<void> {
  await page.goto(`/products/${SLUG}`);
  await page.getByRole('group', { name: /^Size/ }).getByRole('link').first().hover();
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[data-buy-box]')?.firstElementChild ?? {}).some((key) =>
      key.startsWith('__react'),
    ),
  );
}

async function delayScripts(page: Page, milliseconds: number): Promise<void> {
  await page.route(/\/_astro\/(BuyBox|client).*\.js/, async (route) => {
    await new Promise((later) => setTimeout(later, milliseconds));
    await route.continue();
  });
}
