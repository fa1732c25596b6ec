import { expect, test } from '@playwright/test';
import { chooseFirstOption } from '#support/choose-first-option.ts';

test('shows the same pincode result on the product page and in the cart', async ({ page }) => {
  await page.goto('/products/gir-lion-tee');
  const main = page.getByRole('main');
  const field = main.getByLabel('Delivery to pincode');
  const checkButton = main.getByRole('button', { name: 'Check' });
  await field.fill('5600');
  await checkButton.click();
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true);
  await field.fill('999999');
  await field.press('Enter');
  await expect(main.getByText("We don't know the pincode 999999")).toBeVisible();
  await field.fill('744101');
  await field.press('Enter');
  const delivery =
    /Delivery by \w{3} \d+ \w+\. Delivery ₹119\.00, free from ₹999\.00\. 6–12 business days\. Cash on delivery is not available here\./;
  await expect(main.getByText(delivery)).toBeVisible();
  await expect(page).toHaveURL(/gir-lion-tee$/);

  await chooseFirstOption(page);
  await main.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Added to cart')).toBeVisible();
  await page.goto('/cart');
  await expect(field).toHaveValue('744101');
  await expect(main.getByText(delivery)).toBeVisible();
  await checkButton.click();
  await expect(page.getByText(delivery)).toHaveCount(1);
  await expect(page.getByText(delivery)).toBeVisible();
  await expect(main.getByText('Delivery to 744101')).toBeVisible();
  await expect(main.getByText('₹119.00', { exact: true })).toBeVisible();
});

test('shows the result for a checked pincode on another product page, whose HTML does not contain the pincode', async ({
  page,
}) => {
  await page.goto('/products/gir-lion-tee');
  const main = page.getByRole('main');
  await main.getByLabel('Delivery to pincode').fill('560001');
  await main.getByRole('button', { name: 'Check' }).click();
  const delivery = main.getByText(/Bengaluru 560001: Delivery by \w{3} \d+ \w+\./);
  await expect(delivery).toBeVisible();
  const response = page.waitForResponse((candidate) => candidate.url().endsWith('/products/kora-single-mulmul'));
  await page.goto('/products/kora-single-mulmul');
  await expect(delivery).toBeVisible();
  await expect(main.getByLabel('Delivery to pincode')).toHaveValue('560001');
  expect(await (await response).text()).not.toContain('560001');
});
