import { expect, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';
import { MOBILE_FORMS, MOBILE_SPELLINGS, toAddressStep } from '#support/e2e-numbers.ts';
import { fillAddress, fillCart, HOUSE } from '#support/e2e-order.ts';

const MOBILE = '+91 98765 43210';
const TEN_DIGITS = '9876543210';

for (const { name, open, field } of MOBILE_FORMS) {
  test(`without JavaScript, the ${name} form accepts different spellings of a mobile number`, async ({
    page,
    context,
  }) => {
    await open(page, context);
    const isValid = () => field(page).evaluate((input: HTMLInputElement) => input.validity.valid);
    for (const text of MOBILE_SPELLINGS) {
      await field(page).fill('');
      await field(page).pressSequentially(text);
      await expect(field(page)).toHaveValue(text);
      expect(await isValid(), text).toBe(true);
    }
    await field(page).fill('1234567890');
    expect(await isValid()).toBe(false);
  });
}

test('the contact form accepts a mobile number with +91 and spaces', async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto('/contact');
  await main.getByLabel('Name').fill('Asha Rao');
  await main.getByLabel('Mobile').fill(MOBILE);
  await main.getByLabel('Email').fill('asha@example.in');
  await main.getByLabel('Message').fill('Do you dye to order?');
  await main.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Contact submitted successfully')).toBeVisible();
});

test('the registration form accepts a mobile number with +91 and spaces', async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto('/register');
  await main.getByLabel('Name').fill('Asha Rao');
  await main.getByLabel('Email').fill('asha.numbers@example.in');
  await main.getByLabel('Mobile').fill(MOBILE);
  await main.getByRole('checkbox').check();
  await main.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL(/\/verify/);
});

test('the profile and address forms save a mobile number as ten digits and a pincode as six digits', async ({
  page,
  context,
}) => {
  const main = page.getByRole('main');
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/profile?edit=1');
  await main.getByLabel('Mobile').fill(MOBILE);
  await main.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(main.getByText(`+91 ${TEN_DIGITS}`)).toBeVisible();
  await page.goto('/account/address?new=1');
  await main.getByLabel('Mobile').fill(MOBILE);
  await main.getByLabel('Pincode').fill('560 001');
  await main.getByLabel('House or flat').fill(HOUSE.house);
  await main.getByLabel('Street or area').fill(HOUSE.street);
  await main.getByRole('button', { name: 'Save address' }).click();
  await expect(main.getByText('Bengaluru, Karnataka 560001')).toBeVisible();
  await expect(main.getByText(new RegExp(TEN_DIGITS))).toBeVisible();
});

test('the checkout accepts a mobile number with +91 and a pincode with a space', async ({ page }) => {
  const main = page.getByRole('main');
  await toAddressStep(page);
  await page.goto('/checkout?step=contact');
  await main.getByLabel('Mobile').fill(MOBILE);
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(main.getByText(`+91 ${TEN_DIGITS}`)).toBeVisible();
  await fillAddress(page);
  await main.getByLabel('Mobile').fill('0 98765-43210');
  await main.getByLabel('Pincode').fill('560 001');
  await page.getByRole('button', { name: 'Deliver here' }).click();
  await expect(page).toHaveURL(/step=delivery/);
  await expect(main.getByText('Bengaluru, Karnataka 560001')).toBeVisible();
});

test('the product page and the cart accept a pincode with a space', async ({ page }) => {
  const main = page.getByRole('main');
  await page.goto('/products/gir-lion-tee');
  await main.getByLabel('Delivery to pincode').fill('560 001');
  await main.getByRole('button', { name: 'Check' }).click();
  await expect(page).toHaveURL(/pincode=560001#pincode$/);
  await expect(main.getByText(/Bengaluru 560001/)).toBeVisible();
  await fillCart(page);
  await page.goto('/cart');
  await main.getByLabel('Delivery to pincode').fill('500 003');
  await main.getByRole('button', { name: 'Check' }).click();
  await expect(main.getByText('Delivery to 500003')).toBeVisible();
});
