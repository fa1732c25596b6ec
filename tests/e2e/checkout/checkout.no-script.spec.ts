import { expect, type Page, test } from '@playwright/test';
import { chooseFirstOption } from '#support/choose-first-option.ts';
import { fillCart, HOUSE } from '#support/e2e-order.ts';

test.slow();
test.use({ viewport: { width: 320, height: 640 } });

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' | 'textbox' | 'radio'): Promise<void> {
  const control = page.getByRole('main').getByRole(role, { name }).first();
  for (let presses = 0; presses < 120; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${role} ${name}`);
}

async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, label, 'textbox');
  await page.keyboard.type(text);
}

test('at 320 px, a visitor buys with cash on delivery without JavaScript, using only the keyboard', async ({
  page,
}) => {
  await page.goto('/products/gir-lion-tee');
  await tabTo(page, /^\d+-\d+ years/, 'radio');
  await page.keyboard.press('Space');
  await tabTo(page, 'Choose an age', 'button');
  await page.keyboard.press('Enter');
  await page.waitForURL(/notice|cart/);
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: '1. Contact' })).toBeVisible();

  await typeInto(page, /^Email/, 'meera@example.in');
  await typeInto(page, /^Mobile/, '98765');
  await page.keyboard.press('Enter');
  // The browser's validation rejects the form, because the mobile number is too short.
  await expect(page).toHaveURL(/step=contact/);
  await page.keyboard.type('43210');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/step=address/);
  await expect(page.getByText('meera@example.in')).toBeVisible();
  await typeInto(page, 'Name', 'Meera Iyer');
  await typeInto(page, 'Pincode', '560001');
  await typeInto(page, 'House or flat', '14, Lakshmi Nivas');
  await typeInto(page, 'Street or area', 'Brigade Road');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/step=delivery/);
  await expect(page.getByText('Karnataka')).toBeVisible();
  await tabTo(page, 'Continue to payment', 'button');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/step=payment/);
  await tabTo(page, /Pay online|Cash on delivery/, 'radio');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Cash on delivery/ })).toBeChecked();
  await tabTo(page, 'Place order', 'button');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/orders\/track\/.+placed=1/);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await expect(page.getByText(/TA-\d{4}-\d{6}/).first()).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
});

test('updates the city and state for a corrected pincode, and rejects a state that does not match the pincode', async ({
  page,
}) => {
  await page.goto('/products/gir-lion-tee');
  await chooseFirstOption(page);
  await page.getByRole('main').getByRole('button', { name: 'Choose an age' }).click();
  const main = page.getByRole('main');
  await page.goto('/checkout');
  await main.getByLabel(/^Email/).fill('meera@example.in');
  await page.getByLabel(/^Mobile/).fill('9876543210');
  await page.keyboard.press('Enter');
  await main.getByLabel('Name').fill('Meera Iyer');
  await page.getByLabel('Pincode').fill('500003');
  await page.getByLabel('House or flat').fill('14');
  await page.getByLabel('Street or area').fill('Connaught Place');
  await page.getByRole('button', { name: 'Deliver here' }).click();
  await expect(main.getByText('Hyderabad, Telangana 500003')).toBeVisible();

  await page.goto('/checkout?step=address');
  await expect(page.getByLabel('City or district')).toHaveValue('Hyderabad');
  await page.getByLabel('Pincode').fill('110001');
  await page.getByRole('button', { name: 'Deliver here' }).click();
  await expect(main.getByText('Delhi, Delhi 110001')).toBeVisible();
  await expect(main.getByText('Hyderabad')).toHaveCount(0);

  await page.goto('/checkout?step=address');
  await page.getByLabel('State').selectOption('Goa');
  await page.getByRole('button', { name: 'Deliver here' }).click();
  await expect(page.getByLabel('State')).toHaveAccessibleDescription(
    'Pincode 110001 is in Delhi. Please correct the pincode or the state.',
  );
});

test('without JavaScript, a guest chooses “Pay later”, and then pays through the test gateway', async ({ page }) => {
  await fillCart(page);
  const orderResponse = await page.request.post('/public/orders/create', {
    headers: { origin: new URL(test.info().project.use.baseURL ?? '').origin, 'idempotency-key': 'no-script-payment' },
    data: {
      contact: { email: 'no-script@example.in', mobile: '9876543210' },
      address: {
        ...HOUSE,
        name: 'Meera Iyer',
        mobile: '9876543210',
        city: 'Bengaluru',
        state: 'Karnataka',
        type: 'home',
      },
      payment: 'test',
    },
  });
  const { data } = (await orderResponse.json()) as { data: { next: string } };
  await page.goto(data.next);
  await expect(page.getByRole('main').getByText('Select Payment Method')).toHaveCount(1);
  await page.getByRole('link', { name: 'Select Payment Method' }).click();
  await page.getByRole('button', { name: 'Pay later' }).click();
  await expect(page.getByRole('alert')).toContainText('the goods are for sale again');
  await page.getByRole('button', { name: /Test gateway/ }).click();
  await page.getByRole('button', { name: 'Approve the payment' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, your order is placed' })).toBeVisible();
});
