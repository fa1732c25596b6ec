import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { scriptPattern } from '#support/built-scripts.ts';

const SLUG = 'bagru-marigold-anarkali';

test.describe('a product page with JavaScript', () => {
  test('does not load React before the first interaction with the buy box', async ({ page }) => {
    const scripts: string[] = [];
    const reads: Promise<unknown>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        reads.push(response.text().then((text) => scripts.push(text)));
    });
    await page.goto(`/products/${SLUG}`, { waitUntil: 'networkidle' });
    expect(scripts.some((text) => text.includes('Minified React error'))).toBe(false);
    await page.getByRole('group', { name: /^Size/ }).getByRole('radio', { name: 'M', exact: true }).hover();
    await expect.poll(() => scripts.some((text) => text.includes('Minified React error'))).toBe(true);
    // All responses must be loaded before the browser closes.
    await page.waitForLoadState('networkidle');
    await Promise.all(reads);
  });

  test('choosing a variant updates the stock, the gallery and the address without loading the page', async ({
    page,
  }) => {
    await openHydratedPage(page);
    await page.evaluate(() => Object.assign(window, { stillHere: true }));
    const firstPictureSrc = await page.locator('[data-gallery-rail] > li:visible img').first().getAttribute('src');
    const sizes = page.getByRole('group', { name: /^Size/ });
    await expect(sizes.locator(':checked')).toHaveCount(0);
    await page.getByRole('link', { name: 'Kashish Grey', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/products/${SLUG}\\?color=Kashish\\+Grey$`));
    await expect(page.getByRole('link', { name: 'Kashish Grey', exact: true })).toHaveAttribute('aria-current', 'true');
    await expect(sizes.locator(':checked')).toHaveCount(0);
    await expect
      .poll(() => page.locator('[data-gallery-rail] > li:visible img').first().getAttribute('src'))
      .not.toBe(firstPictureSrc);
    await sizes.getByRole('link', { name: /^M\b.*Out of Stock/ }).click();
    await expect(page).toHaveURL(new RegExp(`/products/${SLUG}/\\d+$`));
    await expect(page.getByRole('button', { name: 'Out of Stock', exact: true })).toBeDisabled();
    await expect(page.getByText('Out of Stock', { exact: true }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Madder Red', exact: true }).click();
    await expect(sizes.getByRole('radio', { name: 'M', exact: true })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeEnabled();
    expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  });

  test('without a size, the button leads to the sizes and does not add anything to the cart', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`/products/${SLUG}`);
    const sizes = page.getByRole('group', { name: /^Size/ });
    const button = page.getByRole('button', { name: 'Choose a size', exact: true });
    await expect(sizes.getByRole('radio').first()).toBeInViewport({ ratio: 1 });
    let isSent = false;
    page.on('request', (request) => {
      isSent ||= request.url().endsWith('/public/cart/create');
    });
    await button.click();
    await expect(sizes.getByRole('radio').first()).toBeFocused();
    await expect(page.locator('#toasts')).toContainText('Choose a size');
    await sizes.getByRole('radio', { name: 'L', exact: true }).check();
    await expect(page).toHaveURL(new RegExp(`/products/${SLUG}/\\d+$`));
    expect(isSent).toBe(false);
    const cartRequest = page.waitForRequest((request) => request.url().endsWith('/public/cart/create'));
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
    expect((await cartRequest).postDataJSON()).toMatchObject({ choice0: 'Madder Red', choice1: 'L', quantity: 1 });
    await expect(page.getByText('Added to cart')).toBeVisible();
  });

  test('keeps a size that was chosen before hydration', async ({ page }) => {
    await delayScripts(page, 700);
    await page.goto(`/products/${SLUG}`);
    await page.getByRole('radio', { name: 'L', exact: true }).check();
    await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeEnabled();
    await expect(page).toHaveURL(new RegExp(`/products/${SLUG}/\\d+$`));
    await expect(page.getByRole('radio', { name: 'L', exact: true })).toBeChecked();
  });

  test('a size that does not exist in the chosen colour changes the colour only through a separate link', async ({
    page,
  }) => {
    await page.goto('/products/chidiya-tiered-frock');
    const ages = page.getByRole('group', { name: /^Age/ });
    const colours = page.getByRole('group', { name: /^Colour/ });
    await ages.getByRole('radio').first().hover();
    await waitForHydration(page);
    await ages.getByRole('link', { name: '5-6 years in Papaya only' }).press('Enter');
    await expect(page.getByText('5-6 years comes in Papaya only.')).toBeVisible();
    await expect(colours.locator('[aria-current]')).toHaveText('Robin Blue');
    const changeLink = page.getByRole('link', { name: 'Change to Papaya' });
    await expect(changeLink).toBeFocused();
    expect(await axeViolations(page, { part: '[data-buy-box]' })).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(colours.locator('[aria-current]')).toHaveText('Papaya');
    const chosenAge = ages.getByRole('radio', { name: '5-6 years' });
    await expect(chosenAge).toBeChecked();
    await expect(chosenAge).toBeFocused();
    // Choosing a colour without the chosen age clears the age. Messages before and after the choice explain this.
    await colours.getByRole('link', { name: 'Robin Blue not in 5-6 years' }).click();
    await expect(page.getByText('5-6 years does not come in Robin Blue. Choose an age.')).toBeVisible();
    await expect(ages.locator(':checked')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose an age', exact: true })).toBeEnabled();
    await colours.getByRole('link', { name: 'Papaya', exact: true }).click();
    // Only one age in the colour is sold out, so the colour is not struck through.
    await ages.getByRole('link', { name: /^6-7 years/ }).click();
    await expect(page.getByRole('button', { name: 'Out of Stock', exact: true })).toBeDisabled();
    await expect(colours.locator('[data-sold-out]')).toHaveCount(0);
    await colours.getByRole('link', { name: 'Robin Blue', exact: true }).click();
    await expect(ages.getByRole('radio', { name: '6-7 years' })).toBeChecked();
  });

  test('performs each click that was made before hydration exactly once', async ({ page }) => {
    await delayScripts(page, 700);
    await page.goto(`/products/${SLUG}`);
    const moreButton = page.getByRole('button', { name: 'One more' });
    await moreButton.click();
    await moreButton.click();
    await expect(page.getByRole('spinbutton')).toHaveValue('3');
    await expect(moreButton).not.toHaveAttribute('aria-busy');
  });

  test('keeps the input from before hydration', async ({ page }) => {
    await delayScripts(page, 700);
    await page.goto(`/products/${SLUG}`);
    await page.getByRole('spinbutton').fill('2');
    await page.waitForTimeout(1_500);
    await expect(page.getByRole('spinbutton')).toHaveValue('2');
    await expect(page.getByRole('spinbutton')).toBeFocused();
    await page.getByRole('button', { name: 'One more' }).click();
    await expect(page.getByRole('spinbutton')).toHaveValue('3');
  });

  test('submits the form if the script can’t be loaded', async ({ page }) => {
    await page.route(scriptPattern('BuyBox', 'handlers', 'react', 'hydrate'), (route) => route.abort());
    await page.goto(`/products/${SLUG}`);
    const cartRequest = page.waitForRequest((request) => request.url().endsWith('/public/cart/create'));
    await page.getByRole('radio', { name: 'L', exact: true }).check();
    await page.getByRole('button', { name: 'Choose a size', exact: true }).click();
    expect((await cartRequest).postData()).toMatch(
      /product=\d+&seen_price=[\d.]+&choice0=Madder\+Red&choice1=L&quantity=1/,
    );
  });

  test('opens a picture in full screen, and closes it with Escape', async ({ page }) => {
    await page.goto(`/products/${SLUG}`);
    await page.locator('[data-zoom]').first().click();
    const viewer = page.getByRole('dialog', { name: 'Pictures, enlarged' });
    await expect(viewer).toBeVisible();
    await expect(viewer.getByRole('status')).toHaveText(/^1 of \d$/);
    const picture = viewer.getByRole('img').first();
    await picture.click();
    await expect(picture).toHaveCSS('transform', /matrix\(2\.5/);
    await page.waitForTimeout(400);
    await picture.click();
    await expect(picture).toHaveCSS('transform', 'none');
    await viewer.getByRole('button', { name: 'Enlarge' }).press('Enter');
    await expect(picture).toHaveCSS('transform', /matrix\(2\.5/);
    await viewer.getByRole('button', { name: 'Enlarge' }).press('Enter');
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByRole('status')).toHaveText(/^2 of \d$/);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(page.locator('[data-zoom]').first()).toBeFocused();
  });

  test('counts the pictures of the chosen colour on a phone', async ({ page }) => {
    await openHydratedPage(page);
    const rail = page.locator('[data-gallery-rail]');
    const count = page.locator('.gallery-count');
    const pictures = await rail.locator('> li:visible').count();
    await expect(count).toHaveText(`1 / ${pictures}`);
    await rail.evaluate((element) => element.children[1]?.scrollIntoView({ inline: 'start', block: 'nearest' }));
    await expect(count).toHaveText(`2 / ${pictures}`);
    await page.getByRole('link', { name: 'Kashish Grey', exact: true }).click();
    await expect(count).toHaveText(`1 / ${await rail.locator('> li:visible').count()}`);
  });

  test('stores recently viewed products on the device, without sending requests, until they are cleared', async ({
    page,
  }) => {
    await page.goto(`/products/${SLUG}`);
    await expect(page.getByText('Recently viewed')).toHaveCount(0);
    await page.goto('/products/chidiya-tiered-frock');
    const requestedPaths: string[] = [];
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    await page.locator('footer').scrollIntoViewIfNeeded();
    const recentlyViewed = page.getByRole('region', { name: 'Recently viewed' });
    await expect(recentlyViewed.getByRole('link')).toHaveCount(1);
    await expect(recentlyViewed.getByRole('link')).toHaveAttribute('href', `/products/${SLUG}`);
    expect(requestedPaths.filter((path) => !/^\/(_astro\/|pictures\/|favicon)/.test(path))).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await recentlyViewed.getByRole('button', { name: 'Clear' }).click();
    await expect(recentlyViewed).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  test('opens and closes the size guide', async ({ page }) => {
    await page.goto(`/products/${SLUG}`);
    await page.getByRole('button', { name: 'Size guide' }).click();
    const guide = page.locator('#size-guide');
    await expect(guide.getByRole('columnheader', { name: /Bust/ })).toBeVisible();
    await guide.getByRole('button', { name: 'Close the size guide' }).click();
    await expect(guide).toBeHidden();
  });
});

for (const width of [320, 360, 1280]) {
  test(`the product page fits a width of ${width} px, and axe finds no problems`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/products/${SLUG}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const violations = await axeViolations(page);
    expect(violations).toEqual([]);
  });
}

test('sells cloth by the metre in the steps of the product', async ({ page, request }) => {
  const list = await (await request.get('/public/product?category=fabrics')).json();
  const cloth = list.data.data.find((product: { sell_unit: string }) => product.sell_unit === 'metre');
  expect(cloth, 'the demo shop sells cloth by the metre').toBeDefined();
  await page.goto(`/products/${cloth.slug}`);
  const length = page.getByRole('spinbutton', { name: 'Length in metres' });
  await expect(length).toHaveValue(String(cloth.min_quantity));
  await page.getByRole('button', { name: 'Longer' }).click();
  await expect(length).toHaveValue(String(cloth.min_quantity + cloth.unit_step));
});

async function openHydratedPage(page: Page): Promise<void> {
  await page.goto(`/products/${SLUG}`);
  await page.getByRole('group', { name: /^Size/ }).getByRole('radio').first().hover();
  await waitForHydration(page);
}

async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('[data-buy-box]')?.firstElementChild ?? {}).some((key) =>
      key.startsWith('__react'),
    ),
  );
}

async function delayScripts(page: Page, milliseconds: number): Promise<void> {
  await page.route(scriptPattern('BuyBox', 'react', 'hydrate'), async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue();
  });
}
