import { expect, test } from '@playwright/test';
import { chooseFirstOption } from '#support/choose-first-option.ts';

test('without JavaScript, the pincode result is shown on the product page and applied to the cart', async ({
  page,
}) => {
  await page.goto('/products/gir-lion-tee');
  const pincode = page.getByLabel('Delivery to pincode');
  await pincode.fill('560001');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page).toHaveURL(/\/products\/gir-lion-tee\?pincode=560001#pincode$/);
  await expect(
    page.getByText(/Bengaluru 560001: Delivery by \w{3} \d+ \w+\. Delivery ₹59\.00.* 2–5 business days/),
  ).toBeVisible();
  await expect(pincode).toHaveValue('560001');
  await pincode.fill('999999');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText("We don't know the pincode 999999. Please check it.")).toBeVisible();
  await chooseFirstOption(page);
  await page.getByRole('main').getByRole('button', { name: 'Choose an age' }).click();
  await expect(page.getByText(/2–5 business days/)).toHaveCount(1);
});
