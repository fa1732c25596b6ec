import { expect, type FrameLocator, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { fillAddress, fillCart } from '#support/e2e-order.ts';

test.slow();

/** Places an order as a guest. An online order continues on the payment page. */
async function placeOrderAsGuest(page: Page, payment: 'Pay online' | 'Cash on delivery'): Promise<void> {
  await page.goto('/');
  await fillCart(page);
  await page.goto('/checkout');
  // The email address is unique, because unpaid orders from one address can hold only a limited quantity of stock.
  await page.getByRole('main').getByLabel('Email').fill(`meera-${crypto.randomUUID()}@example.in`);
  await page.getByRole('main').getByLabel('Mobile').fill('9876543210');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await page.getByRole('main').getByLabel('Pincode').fill('560001');
  await fillAddress(page);
  await page.getByRole('button', { name: 'Deliver here' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('radio', { name: payment }).check();
  await page.getByRole('button', { name: 'Place order' }).click();
}

function paymentFrame(page: Page): FrameLocator {
  return page.getByRole('dialog', { name: 'Select Payment Method' }).frameLocator('iframe');
}

test('approves a payment in the dialog of the test gateway', async ({ page }) => {
  await placeOrderAsGuest(page, 'Pay online');
  await expect(page.getByRole('dialog', { name: 'Select Payment Method' })).toBeVisible();
  await paymentFrame(page)
    .getByRole('button', { name: /Test gateway/ })
    .click();
  await paymentFrame(page).getByRole('button', { name: 'Approve the payment' }).click();
  await expect(page).toHaveURL(/\/orders\/track\/.+placed=1/);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await expect(page.getByText('Paid', { exact: false }).first()).toBeVisible();
});

test('keeps the order if a payment is declined, and accepts a second attempt', async ({ page }) => {
  await placeOrderAsGuest(page, 'Pay online');
  await paymentFrame(page)
    .getByRole('button', { name: /Test gateway/ })
    .click();
  await paymentFrame(page).getByRole('button', { name: 'Decline the payment' }).click();
  await expect(paymentFrame(page).getByRole('alert')).toContainText('did not go through');
  const paymentUrl = page.url();
  await paymentFrame(page)
    .getByRole('button', { name: /Test gateway/ })
    .click();
  await paymentFrame(page).getByRole('button', { name: 'Approve the payment' }).click();
  await expect(page).toHaveURL(/\/orders\/track\/.+placed=1/);
  expect(page.url()).toContain(new URL(paymentUrl).pathname.split('/').at(-1) ?? 'no order');
});

test('continues the payment after the tab was closed', async ({ page, context }) => {
  await placeOrderAsGuest(page, 'Pay online');
  await paymentFrame(page)
    .getByRole('button', { name: /Test gateway/ })
    .click();
  await paymentFrame(page).getByRole('button', { name: 'Leave without paying' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Pending' })).toBeVisible();
  const orderUrl = page.url();
  await page.close();
  const reopenedPage = await context.newPage();
  await reopenedPage.goto(orderUrl);
  await reopenedPage.getByRole('link', { name: 'Pay now' }).click();
  await paymentFrame(reopenedPage)
    .getByRole('button', { name: /Test gateway/ })
    .click();
  await paymentFrame(reopenedPage).getByRole('button', { name: 'Approve the payment' }).click();
  await expect(reopenedPage.getByRole('heading', { name: /Thank you/ })).toBeVisible();
});

test('closing the dialog keeps the hold; "Pay later" releases the hold with a message', async ({ page }) => {
  await placeOrderAsGuest(page, 'Pay online');
  await expect(paymentFrame(page).getByRole('button', { name: /Test gateway/ })).toBeVisible();
  const { pathname, search } = new URL(page.url());
  const isHeld = async () => {
    const response = await page.request.get(`/public/orders/${pathname.split('/').at(-1)}${search}`);
    return ((await response.json()) as { data: { holdUntil: string | null } }).data.holdUntil !== null;
  };
  expect(await isHeld()).toBe(true);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/We are keeping the items for you until \d/)).toBeVisible();
  const paymentUrl = page.url();
  await page.goto('/cart');
  expect(await isHeld()).toBe(true);
  await page.goto(paymentUrl);
  await paymentFrame(page).getByRole('button', { name: 'Pay later' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('We are no longer keeping the items for you.')).toBeVisible();
  expect(await isHeld()).toBe(false);
  await page.getByRole('button', { name: 'Select Payment Method' }).click();
  await paymentFrame(page)
    .getByRole('button', { name: /Test gateway/ })
    .click();
  await expect(paymentFrame(page).getByRole('button', { name: 'Approve the payment' })).toBeVisible();
  expect(await isHeld()).toBe(true);
  await paymentFrame(page).getByRole('button', { name: 'Decline the payment' }).click();
  await expect(paymentFrame(page).getByRole('alert')).toContainText('did not go through');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'did not go through' })).toContainText(
    'We are keeping the items for you until',
  );
});

test('confirms the order even if the webhook arrives late', async ({ page }) => {
  await placeOrderAsGuest(page, 'Pay online');
  await paymentFrame(page)
    .getByRole('button', { name: /Test gateway/ })
    .click();
  await paymentFrame(page).getByRole('button', { name: 'Approve, and notify the shop late' }).click();
  await expect(paymentFrame(page).getByRole('heading', { name: 'Waiting for the payment' })).toBeVisible();
  await expect(page).toHaveURL(/placed=1/, { timeout: 20_000 });
});

test('Back keeps all input, and a missing pincode is still required', async ({ page }) => {
  await page.goto('/');
  await fillCart(page);
  await page.goto('/checkout');
  await page.getByRole('main').getByLabel('Email').fill('meera@example.in');
  await page.getByRole('main').getByLabel('Mobile').fill('9876543210');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  const saveResponse = page.waitForResponse((response) => response.url().endsWith('/public/checkout/draft'));
  await page.getByRole('main').getByLabel('Street or area').fill('Brigade Road, near the old well');
  await saveResponse;
  await page.goBack();
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue('meera@example.in');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByRole('main').getByLabel('Street or area')).toHaveValue('Brigade Road, near the old well');
  await page.getByRole('button', { name: 'Deliver here' }).click();
  expect(
    await page
      .getByRole('main')
      .getByLabel('Pincode')
      .evaluate((field: HTMLInputElement) => field.validity.valueMissing),
  ).toBe(true);
});

test('Back after an order shows an empty cart, so that no second order is placed', async ({ page }) => {
  await placeOrderAsGuest(page, 'Cash on delivery');
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('main').getByText('Your cart is empty')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place order' })).toHaveCount(0);
});

test('axe finds no problems on the payment page, with or without the dialog, or on the unpaid order', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const violationIds = async () => (await axeViolations(page)).map(({ id }) => id);
  await placeOrderAsGuest(page, 'Pay online');
  await expect(paymentFrame(page).getByRole('button', { name: /Test gateway/ })).toBeVisible();
  expect(await violationIds()).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  expect(await violationIds()).toEqual([]);
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Pending' })).toBeVisible();
  expect(await violationIds()).toEqual([]);
});
