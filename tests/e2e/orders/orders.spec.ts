import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { shipLatestOrder } from '#support/delivered-order.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { fillCart, HOUSE, placeGuestOrder } from '#support/e2e-order.ts';

test.slow();

test('a customer orders to a new address and again to the saved address, cancels an order, and reorders', async ({
  page,
  context,
}) => {
  await logInAs(context, 'Asha Rao');
  await fillCart(page);
  await page.goto('/checkout');
  // The account contains the contact details, so the checkout begins with the address.
  await expect(page).toHaveURL(/step=address/);
  const main = page.getByRole('main');
  await expect(main.getByLabel('Name', { exact: true })).toHaveValue('Asha Rao');
  await main.getByLabel('Pincode').fill(HOUSE.pincode);
  await expect(main.getByText('Bengaluru, Karnataka', { exact: true })).toBeVisible();
  await expect(main.getByLabel('City or district')).toBeHidden();
  await main.getByRole('button', { name: 'Change city or state' }).click();
  await expect(main.getByLabel('City or district')).toHaveValue('Bengaluru');
  await expect(main.getByLabel('City or district')).toBeFocused();
  await expect(main.getByLabel('State')).toHaveValue('Karnataka');
  await expect(main.getByText(/Delivery ₹59\.00.*2–5 business days/)).toBeVisible();
  await main.getByLabel('House or flat').fill(HOUSE.house);
  await main.getByLabel('Street or area').fill(HOUSE.street);
  await page.getByRole('button', { name: 'Deliver here' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('radio', { name: 'Cash on delivery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page).toHaveURL(/\/account\/orders\/.+placed=1/);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await expect(page.locator('[data-cart-count]').first()).toBeHidden();

  await fillCart(page);
  await page.goto('/checkout?step=address');
  await expect(page.getByRole('radio', { name: /14, Lakshmi Nivas/ })).toBeChecked();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Deliver to this address' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('radio', { name: 'Cash on delivery' }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();

  await page.goto('/account/orders');
  const orders = main.getByRole('link', { name: /TA-\d{4}-\d{6}/ });
  await expect(orders).toHaveCount(2);
  await orders.first().click();
  await page.getByText('Cancel the order').click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(page.getByText('Your order has been cancelled.').first()).toBeVisible();
  await expect(page.getByText('Shipped: cancelled')).toBeAttached();
  await expect(page.getByText('Cancel the order')).toHaveCount(0);
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart (1)');
});

test('a guest opens the order with the emailed link, and downloads the invoice', async ({ page, browser, baseURL }) => {
  const email = `guest-${Date.now()}@example.in`;
  const path = await placeGuestOrder(page, email);
  const otherBrowser = await (await browser.newContext({ baseURL })).newPage();
  await otherBrowser.goto(path);
  await expect(otherBrowser.getByRole('heading', { name: 'Tracking' })).toBeVisible();
  await expect(otherBrowser.getByText('Placed: done')).toBeAttached();
  expect(await axeViolations(otherBrowser)).toEqual([]);
  await expect(otherBrowser.getByText('The invoice comes with the parcel.')).toBeVisible();
  await expect(otherBrowser.getByRole('link', { name: 'Invoice' })).toHaveCount(0);
  await shipLatestOrder(email);
  await otherBrowser.reload();
  await otherBrowser.getByRole('link', { name: 'Invoice' }).click();
  await expect(otherBrowser.getByRole('heading', { name: /^Tax invoice TA\/\d\d-\d\d\/\d+$/ })).toBeVisible();
  await otherBrowser.setViewportSize({ width: 320, height: 640 });
  expect(await otherBrowser.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  const href = (await otherBrowser.getByRole('link', { name: 'Download as PDF' }).getAttribute('href')) ?? '';
  const pdf = await otherBrowser.request.get(href);
  expect(pdf.headers()['content-type']).toBe('application/pdf');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  expect((await otherBrowser.goto(`${path.slice(0, -2)}xx`))?.status()).toBe(404);
  await otherBrowser.context().close();
});
