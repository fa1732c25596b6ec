import { expect, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';
import { fillAddress, fillCart, HOUSE, placeGuestOrder } from '#support/e2e-order.ts';

test.slow();

test('without JavaScript, a guest opens the emailed link, cancels the order and orders again', async ({ page }) => {
  const path = await placeGuestOrder(page, `plain-${Date.now()}@example.in`);
  await page.goto(`${path}?placed=1`);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await page.getByText('Cancel the order').click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(page.getByText('Your order has been cancelled.').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByText('Gir Lion').first()).toBeVisible();
});

test('without JavaScript, a customer places an order to a saved address', async ({ page, context, baseURL }) => {
  await logInAs(context, 'Asha Rao');
  const saveResponse = await page.request.post('/public/address/create', {
    headers: { origin: baseURL ?? '' },
    data: { ...HOUSE, name: 'Asha Rao', mobile: '9876543210', city: '', state: '', type: 'work' },
  });
  expect(saveResponse.ok(), await saveResponse.text()).toBe(true);
  await fillCart(page);
  await page.goto('/checkout?step=address');
  await expect(page.getByRole('radio', { name: /Work.*14, Lakshmi Nivas/ })).toBeChecked();
  await page.getByRole('button', { name: 'Deliver to this address' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('radio', { name: 'Cash on delivery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/\/account\/orders\/.+placed=1/);
  await expect(page.getByText(/arrives in 2–5 business days/)).toBeVisible();
});

test('without JavaScript, an order is paid through the gateway after a declined attempt', async ({ page }) => {
  await page.goto('/');
  await fillCart(page);
  await page.goto('/checkout');
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill('plain@example.in');
  await main.getByLabel('Mobile').fill('9876543210');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await main.getByLabel('Pincode').fill(HOUSE.pincode);
  await fillAddress(page);
  await page.getByRole('button', { name: 'Deliver here' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('radio', { name: 'Pay online' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.getByRole('link', { name: 'Select Payment Method' }).click();
  await page.getByRole('button', { name: /Test gateway/ }).click();
  await page.getByRole('button', { name: 'Decline the payment' }).click();
  await expect(page.getByRole('alert')).toContainText('did not go through');
  await page.getByRole('button', { name: /Test gateway/ }).click();
  await page.getByRole('button', { name: 'Approve the payment' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, your order is placed' })).toBeVisible();
  await expect(page).toHaveURL(/\/orders\/track\//);
  await expect(page.getByText('Placed: done')).toBeAttached();
});
