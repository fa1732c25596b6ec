import { expect, test } from '@playwright/test';

test('calculates how much cloth a garment needs, and uses the result as the length', async ({ page }) => {
  await page.goto('/products/pochampally-diamond-ikat');
  await page.getByRole('link', { name: 'How much cloth do you need?' }).click();
  await expect(page.getByLabel('Width of the cloth')).toHaveValue('44');
  await page.getByLabel('Garment and size').selectOption('women: Salwar, XL');
  await page.getByLabel('How many').selectOption('2');
  await page.getByRole('button', { name: 'Calculate the length' }).click();
  await expect(page.getByRole('status', { name: 'Result' })).toContainText(
    '2 × Salwar, XL, on cloth 112 cm wide: about 5 m.',
  );
  await page.getByRole('link', { name: 'Take 5 m of Ink Blue' }).click();
  await expect(page.getByLabel('Length')).toHaveValue('5');
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(page).toHaveURL(/\/cart/);
  await expect(page.getByRole('main')).toContainText('Ink Blue');
});

test('shows a child’s size for a height, and how long the size will fit', async ({ page }) => {
  await page.goto('/size-guide');
  await page.getByRole('link', { name: 'Find the size by height or age' }).click();
  await page.getByLabel('Height in cm').fill('104');
  await page.getByRole('button', { name: 'Find the size' }).click();
  const result = page.getByRole('status', { name: 'Result' });
  await expect(result).toContainText(/Size 4-5 years\s*Fits until about \w+ 20\d\d/);
  await result.getByRole('link', { name: 'Clothes in 4-5 years' }).click();
  await expect(page).toHaveURL(/age=4-5-years/);
});
