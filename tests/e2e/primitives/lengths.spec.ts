import { expect, type Locator, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { addClothToCart, findCloth, metresInCart } from '#support/e2e-cloth.ts';

test.slow();

const ROUNDING_MESSAGE = '1.3 m can’t be cut. The nearest lengths are 1.25 m and 1.5 m. Rounded up to 1.5 m.';
const TOO_SHORT_MESSAGE = 'The minimum is 0.5 m.';
const tooLongMessage = (longestMetres: number) => `We can cut at most ${longestMetres} m in one piece.`;

/** The two places where a length can be chosen and added to the cart, with the same behaviour. */
const VIEWS: [name: string, open: (page: Page, slug: string) => Promise<Locator>][] = [
  [
    'product page',
    async (page, slug) => {
      await page.goto(`/products/${slug}`);
      return page.getByRole('main');
    },
  ],
  [
    'quick view',
    async (page, slug) => {
      await page.goto(`/products?category=fabrics&quickView=${slug}`);
      return page.getByRole('dialog');
    },
  ],
];

async function typeLength(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.pressSequentially(text);
  await field.press('Tab');
}

for (const [name, open] of VIEWS) {
  test(`the ${name} shows a message if it rounds or rejects a length`, async ({ page }) => {
    const { slug, longestMetres } = await findCloth(page);
    const view = await open(page, slug);
    const field = view.getByRole('spinbutton', { name: 'Length in metres' });
    const addButton = view.getByRole('button', { name: 'Add to cart' });

    await typeLength(field, '1.3');
    await expect(field).toHaveValue('1.5');
    await expect(view.getByText(ROUNDING_MESSAGE)).toBeVisible();
    await expect(view.getByText(/for 1\.5 m$/)).toBeVisible();
    await expect(view.getByRole('link', { name: 'Take 1.5 m' })).toBeVisible();
    await view.getByRole('link', { name: 'Take 1.25 m' }).click();
    await expect(field).toHaveValue('1.25');
    await expect(field).toBeFocused();
    await expect(view.getByText(ROUNDING_MESSAGE)).toHaveCount(0);

    await typeLength(field, '0.1');
    await expect(field).toHaveValue('0.1');
    await expect(field).toHaveAccessibleDescription(TOO_SHORT_MESSAGE);
    await addButton.click();
    expect(await metresInCart(page)).toBeUndefined();

    for (const text of [`${longestMetres + 0.4}`, `${longestMetres + 0.5}`, '125']) {
      await typeLength(field, text);
      await expect(field).toHaveValue(text);
      await expect(field).toHaveAccessibleDescription(tooLongMessage(longestMetres));
    }
    await view.getByRole('link', { name: `Take ${longestMetres} m` }).click();
    await expect(field).toHaveValue(String(longestMetres));

    await typeLength(field, '1,25');
    await expect(field).toHaveValue('1.25');
    await addButton.click();
    await expect(page.getByText('Added to cart')).toBeVisible();
    expect(await metresInCart(page)).toBe(1.25);
  });
}

test('the first click on “Add to cart” after typing shows the rounded length, and the second click adds it', async ({
  page,
}) => {
  const { slug } = await findCloth(page);
  await page.goto(`/products/${slug}`);
  const main = page.getByRole('main');
  const field = main.getByRole('spinbutton', { name: 'Length in metres' });
  const addButton = main.getByRole('button', { name: 'Add to cart' });
  await typeLength(field, '2');
  await expect(main.getByText(/for 2 m$/)).toBeVisible();
  await field.click();
  await field.press('ControlOrMeta+a');
  await field.pressSequentially('1.3');
  await addButton.click();
  await expect(field).toHaveValue('1.5');
  await expect(main.getByText(ROUNDING_MESSAGE)).toBeVisible();
  expect(await metresInCart(page)).toBeUndefined();
  await addButton.click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  expect(await metresInCart(page)).toBe(1.5);
});

for (const text of ['1.3', '0.1', '125'])
  test(`on a phone, shows the message about ${text} m above the buy bar`, async ({ page }) => {
    const { slug } = await findCloth(page);
    await page.goto(`/products/${slug}`);
    const field = page.getByRole('main').getByRole('spinbutton', { name: 'Length in metres' });
    const bar = page.locator('.buy-bar');
    await expect(bar).toHaveCSS('position', 'fixed');
    // If the field is just above the bar, the message starts below the top of the bar.
    await field.evaluate((input) => input.scrollIntoView({ block: 'end' }));
    await typeLength(field, text);
    const main = page.getByRole('main');
    await expect(field).toHaveAccessibleDescription(/\.$/);
    for (const part of [main.locator('p[id$=advice]'), main.getByRole('link', { name: /^Take / }).last()]) {
      const [{ bottom, top }, barBox] = await Promise.all([part.evaluate(boxOf), bar.evaluate(boxOf)]);
      expect(bottom, (await part.textContent()) ?? '').toBeLessThanOrEqual(barBox.top);
      expect(top).toBeGreaterThan(0);
    }
  });

function boxOf(element: Element): { top: number; bottom: number } {
  const { top, bottom } = element.getBoundingClientRect();
  return { top, bottom };
}

test('arrow keys change a length by one step', async ({ page }) => {
  const { slug } = await findCloth(page);
  await page.goto(`/products/${slug}`);
  const field = page.getByRole('spinbutton', { name: 'Length in metres' });
  await typeLength(field, '2');
  await expect(page.getByText(/for 2 m$/)).toBeVisible();
  await field.focus();
  await field.press('ArrowUp');
  await expect(field).toHaveValue('2.25');
  await field.press('ArrowDown');
  await field.press('ArrowDown');
  await expect(field).toHaveValue('1.75');
});

test('arrow keys change a length that can’t be cut to the nearest length that can', async ({ page }) => {
  const { slug, longestMetres } = await findCloth(page);
  await page.goto(`/products/${slug}`);
  const field = page.getByRole('spinbutton', { name: 'Length in metres' });
  for (const [text, key, expected] of [
    ['0.1', 'ArrowUp', '0.5'],
    ['0.1', 'ArrowDown', '0.5'],
    [`${longestMetres + 0.4}`, 'ArrowDown', `${longestMetres}`],
    [`${longestMetres + 0.4}`, 'ArrowUp', `${longestMetres}`],
  ] as const) {
    await typeLength(field, text);
    // The message shows that the script is loaded. Before that, the keys have no effect.
    await expect(field).toHaveAccessibleDescription(/\S/);
    await field.focus();
    await field.press(key);
    await expect(field, `${text} ${key}`).toHaveValue(expected);
    await expect(field).not.toHaveAttribute('aria-invalid');
  }
});

test('the cart rounds a length up with a message, and does not save a length that is too short or too long', async ({
  page,
}) => {
  const { longestMetres } = await addClothToCart(page);
  await page.goto('/cart');
  const main = page.getByRole('main');
  const field = main.getByLabel(/^Metres/);
  await typeLength(field, '1.3');
  await expect(main.getByText(ROUNDING_MESSAGE)).toBeVisible();
  await expect(field).toHaveValue('1.5');
  await expect.poll(() => metresInCart(page)).toBe(1.5);
  await main.getByRole('button', { name: 'Take 1.25 m' }).click();
  await expect.poll(() => metresInCart(page)).toBe(1.25);
  await expect(main.getByText(ROUNDING_MESSAGE)).toHaveCount(0);

  await typeLength(field, '0.1');
  await expect(field).toHaveAccessibleDescription(TOO_SHORT_MESSAGE);
  await typeLength(field, String(longestMetres + 0.4));
  await expect(field).toHaveAccessibleDescription(tooLongMessage(longestMetres));
  await expect(field).toHaveValue(String(longestMetres + 0.4));
  expect(await metresInCart(page)).toBe(1.25);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await main.getByRole('button', { name: `Take ${longestMetres} m` }).click();
  await expect.poll(() => metresInCart(page)).toBe(longestMetres);
  await typeLength(field, '1,25');
  await expect.poll(() => metresInCart(page)).toBe(1.25);
});

test('the API rejects a length that can’t be cut, and states the nearest lengths', async ({ page }) => {
  const { slug, variant } = await findCloth(page);
  await page.goto('/cart');
  const result = await page.evaluate(
    async (data) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json' };
      const response = await fetch('/public/cart/create', { method: 'POST', headers, body: JSON.stringify(data) });
      return { status: response.status, body: await response.json() };
    },
    { product: slug, variant, quantity: 1.3 },
  );
  expect(result).toMatchObject({
    status: 422,
    body: { fields: { quantity: '1.3 m can’t be cut. The nearest lengths are 1.25 m and 1.5 m.' } },
  });
  expect(await metresInCart(page)).toBeUndefined();
});
