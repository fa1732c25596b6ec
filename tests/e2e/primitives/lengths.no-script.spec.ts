import { expect, test } from '@playwright/test';
import { addClothToCart, findCloth, metresInCart } from '#support/e2e-cloth.ts';

const ROUNDING_MESSAGE = '1.3 m can’t be cut. The nearest lengths are 1.25 m and 1.5 m. Rounded up to 1.5 m.';

test('without JavaScript, the product page shows an error for an invalid length and the nearest valid lengths', async ({
  page,
}) => {
  const { slug, variant, longestMetres } = await findCloth(page);
  const main = page.getByRole('main');
  const field = main.getByLabel('Length in metres');
  const addButton = main.getByRole('button', { name: 'Add to cart' });
  await page.goto(`/products/${slug}/${variant}`);
  await field.fill('1.3');
  await addButton.click();
  await expect(page).toHaveURL(new RegExp(`/products/${slug}/${variant}\\?quantity=1\\.3$`));
  await expect(main.getByText(ROUNDING_MESSAGE)).toBeVisible();
  await expect(field).toHaveValue('1.5');
  expect(await metresInCart(page)).toBeUndefined();
  await main.getByRole('link', { name: 'Take 1.25 m' }).click();
  await expect(field).toHaveValue('1.25');
  await expect(main.getByText(ROUNDING_MESSAGE)).toHaveCount(0);

  for (const [text, message] of [
    ['0.1', 'The minimum is 0.5 m.'],
    [String(longestMetres + 0.4), `We can cut at most ${longestMetres} m in one piece.`],
    [String(longestMetres + 0.5), `We can cut at most ${longestMetres} m in one piece.`],
    ['1,250', 'Enter a quantity.'],
  ] as const) {
    await field.fill(text);
    await addButton.click();
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toHaveValue(text);
    expect(await metresInCart(page)).toBeUndefined();
  }
  await field.fill('1,25');
  await addButton.click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  expect(await metresInCart(page)).toBe(1.25);
});

test('without JavaScript, the quick view leads to the product page, which keeps the input', async ({ page }) => {
  const { slug } = await findCloth(page);
  await page.goto(`/products?category=fabrics&quickView=${slug}`);
  const quickView = page.getByRole('dialog');
  await quickView.getByLabel('Length in metres').fill('1.3');
  await quickView.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText(ROUNDING_MESSAGE)).toBeVisible();
  await expect(page.getByRole('main').getByLabel('Length in metres')).toHaveValue('1.5');
});

test('without JavaScript, the cart does not save an invalid length, and offers the nearest valid length', async ({
  page,
}) => {
  const { longestMetres } = await addClothToCart(page);
  await page.goto('/cart');
  const main = page.getByRole('main');
  const field = main.getByLabel(/^Metres/);
  const updateButton = main.getByRole('button', { name: /^Update the quantity/ });
  await field.fill('1.3');
  await updateButton.click();
  await expect(main.getByText(ROUNDING_MESSAGE)).toBeVisible();
  await expect(field).toHaveValue('1.5');
  expect(await metresInCart(page)).toBe(2);
  await main.getByRole('button', { name: 'Take 1.25 m' }).click();
  await expect(page.getByText('Cart updated')).toBeVisible();
  expect(await metresInCart(page)).toBe(1.25);
  await field.fill(String(longestMetres + 0.4));
  await updateButton.click();
  await expect(field).toHaveAccessibleDescription(`We can cut at most ${longestMetres} m in one piece.`);
  expect(await metresInCart(page)).toBe(1.25);
  await field.fill('1,5');
  await updateButton.click();
  await expect(page.getByText('Cart updated')).toBeVisible();
  expect(await metresInCart(page)).toBe(1.5);
});
