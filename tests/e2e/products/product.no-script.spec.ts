import { expect, test } from '@playwright/test';

const SLUG = 'bagru-marigold-anarkali';

test('requires a size before adding a product to the cart', async ({ page, baseURL }) => {
  await page.goto(`/products/${SLUG}`);
  const sizes = page.getByRole('group', { name: /^Size/ });
  await expect(sizes.locator(':checked')).toHaveCount(0);
  await page.getByRole('link', { name: 'Kashish Grey', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/products/${SLUG}\\?color=Kashish\\+Grey$`));
  await expect(page.getByRole('link', { name: 'Kashish Grey', exact: true })).toHaveAttribute('aria-current', 'true');
  await expect(sizes.locator(':checked')).toHaveCount(0);
  const button = page.getByRole('button', { name: 'Choose a size', exact: true });
  await button.click();
  expect(
    await sizes
      .getByRole('radio')
      .first()
      .evaluate((radio: HTMLInputElement) => radio.validity.valueMissing),
  ).toBe(true);
  await expect(page).toHaveURL(/color=Kashish\+Grey$/);
  // A browser without form validation gets the message on the same page.
  const product = (await page.locator('[data-add-to-cart] [name=product]').getAttribute('value')) ?? '';
  const rejection = await page.request.post('/public/cart/create', {
    form: { product, choice0: 'Kashish Grey', quantity: '1' },
    headers: { origin: baseURL ?? '', accept: 'text/html' },
    maxRedirects: 0,
  });
  expect(rejection.status()).toBe(303);
  await page.goto(rejection.headers().location ?? '');
  await expect(sizes).toContainText('Choose a size.');
  await expect(page.getByRole('link', { name: 'Kashish Grey', exact: true })).toHaveAttribute('aria-current', 'true');
  await sizes.getByRole('radio', { name: 'L', exact: true }).check();
  await button.click();
  await expect(page).toHaveURL(/\/cart/);
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('Kashish Grey, L');
});

test('the address of a variant selects it, and the page of a sold-out variant links to other sizes', async ({
  page,
}) => {
  await page.goto(`/products/${SLUG}?color=Kashish+Grey`);
  await page.getByRole('link', { name: /^M\b.*Out of Stock/ }).click();
  await expect(page).toHaveURL(new RegExp(`/products/${SLUG}/\\d+$`));
  await expect(page.getByRole('button', { name: 'Out of Stock', exact: true })).toBeDisabled();
  await page.getByRole('group', { name: /^Size/ }).getByRole('link', { name: 'L', exact: true }).click();
  await expect(page.getByRole('group', { name: /^Size/ }).getByRole('radio', { name: 'L', exact: true })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeEnabled();
});

test('opens accordions, tabs, the size guide and pictures', async ({ page }) => {
  await page.goto(`/products/${SLUG}`);
  await page.getByText('SIZE & FIT', { exact: true }).click();
  await expect(page.getByText('Length 50 in in every size')).toBeVisible();
  await expect(page.locator('#reviews')).toBeHidden();
  await page
    .getByRole('navigation', { name: 'Description and reviews' })
    .getByRole('link', { name: /^Reviews/ })
    .click();
  await expect(page.locator('#reviews')).toBeVisible();
  await expect(page.locator('#description')).toBeHidden();
  await page.getByRole('button', { name: 'Size guide' }).click();
  await expect(page.locator('#size-guide')).toBeVisible();
  await page.goto(`/products/${SLUG}?editreview=1`);
  await expect(page.locator('#reviews')).toBeVisible();
  const fullSize = await page.locator('[data-zoom]').first().getAttribute('href');
  const pictureResponse = page.waitForResponse((response) => response.url().endsWith(fullSize ?? ''));
  await page.locator('[data-zoom]').first().click();
  expect((await pictureResponse).headers()['content-type']).toBe('image/webp');
});

test('a size that the chosen colour does not have shows another colour, and only a link changes the colour', async ({
  page,
}) => {
  await page.goto('/products/chidiya-tiered-frock');
  const ages = page.getByRole('group', { name: /^Age/ });
  await expect(ages.getByRole('link', { name: '5-6 years in Papaya only' })).toBeVisible();
  const note = page.getByText('5-6 years comes in Papaya only.');
  await expect(note).toBeHidden();
  await ages.getByRole('link', { name: /^5-6 years/ }).click();
  await expect(note).toBeVisible();
  await expect(page.getByRole('group', { name: /^Colour/ }).locator('[aria-current]')).toHaveText('Robin Blue');
  await note.getByRole('link', { name: 'Change to Papaya' }).click();
  await expect(page.getByRole('group', { name: /^Colour/ }).locator('[aria-current]')).toHaveText('Papaya');
  await expect(page.getByRole('group', { name: /^Age/ }).getByRole('radio', { name: '5-6 years' })).toBeChecked();
});

test('opens a quick view over search results, and links to all products if the product is unknown', async ({
  page,
}) => {
  await page.goto('/search?search=kurta');
  const quickViewLink = page.getByRole('link', { name: /^Quick view/ }).first();
  const slug = (await quickViewLink.getAttribute('data-quick-view')) ?? '';
  await quickViewLink.click();
  const quickView = page.getByRole('dialog');
  await expect(quickView.getByRole('button', { name: /Add to cart|Choose an? |Out of Stock/ })).toBeInViewport();
  expect(page.url()).toContain(`quickView=${slug}`);
  await quickView.getByRole('link', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/search\?search=kurta$/);
  await page.goto('/search?search=kurta&quickView=never-woven');
  await page.getByRole('dialog').getByRole('link', { name: 'See all products' }).click();
  await expect(page).toHaveURL(/\/products$/);
});

test('hides controls that require JavaScript, and does not show any heading without content', async ({ page }) => {
  await page.goto('/');
  for (const name of ['Pause the slides', 'Pause the collections', 'Pause the cloths', 'Next slide'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  const cloths = page.getByRole('region', { name: 'Shop by cloth' });
  await expect(cloths.getByRole('link', { name: 'Khadi' })).toHaveAttribute('href', '/products?material=khadi');
  expect(await cloths.locator('li').count()).toBe(await cloths.locator('li img').count());
  await expect(page.getByText('Recently viewed')).toHaveCount(0);
  await page.goto(`/products/${SLUG}`);
  await page.goto('/products/chidiya-tiered-frock');
  await expect(page.getByText('Recently viewed')).toHaveCount(0);
  await expect(page.locator('.gallery-count')).toBeHidden();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Journal' })).toHaveAttribute('href', '/blogs');
});

test('the server renders the quick view, or a message for an unknown product', async ({ page }) => {
  await page.goto('/products');
  await page
    .getByRole('link', { name: /^Quick view/ })
    .first()
    .click();
  await expect(page).toHaveURL(/quickView=/);
  const quickView = page.getByRole('dialog');
  await expect(quickView.getByRole('button', { name: /Add to cart|Choose an? |Out of Stock/ })).toBeVisible();
  await quickView.getByRole('link', { name: 'Close' }).click();
  await expect(page).not.toHaveURL(/quickView=/);
  await page.goto('/products?quickView=never-woven');
  await expect(page.getByRole('dialog').getByText('Product not found')).toBeVisible();
});

test('submits the search form to the results page', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Search' }).click();
  await page.getByRole('main').getByRole('searchbox').fill('khadi');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/search\?search=khadi/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('khadi');
  await page.goto('/search?search=zzzzzz');
  await expect(page.getByText('No results found.')).toBeVisible();
});
