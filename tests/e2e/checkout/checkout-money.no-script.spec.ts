import { expect, type Page, test } from '@playwright/test';
import { fillCart, postJson, toPaymentStep } from '#support/e2e-order.ts';

test.slow();

const placeButton = (page: Page) => page.getByRole('button', { name: /^Place order/ });

test('without JavaScript, the summary and the button show the total for the chosen payment method', async ({
  page,
}) => {
  await fillCart(page);
  await toPaymentStep(page, { pincode: '110001' });
  await expect(placeButton(page)).toHaveText('Place order · ₹628.00', { useInnerText: true });
  await expect(page.getByText('With a fee of ₹29.00. Pay the courier in cash.')).toBeVisible();
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await expect(summary.getByText('Fee for cash on delivery')).toBeHidden();
  await page.getByRole('radio', { name: /Cash on delivery/ }).check();
  await expect(placeButton(page)).toHaveText('Place order · ₹657.00', { useInnerText: true });
  await expect(summary.getByText('Fee for cash on delivery')).toBeVisible();
  await expect(summary.locator('dd').filter({ visible: true }).last()).toHaveText('₹657.00');
  await placeButton(page).click();
  await expect(page).toHaveURL(/placed=1/);
  await expect(page.getByText('Fee for cash on delivery')).toBeVisible();
  await expect(page.getByText('To pay the courier: ₹657.00')).toBeVisible();
});

test('reports and removes an already used coupon at the last step, and keeps the chosen payment method', async ({
  page,
}) => {
  const email = `again-${Date.now()}@example.in`;
  const applyCoupon = () => postJson(page, '/public/cart/coupon', { code: 'WELCOME10' });
  await fillCart(page);
  await applyCoupon();
  await toPaymentStep(page, { pincode: '110001', email });
  await expect(placeButton(page)).toHaveText('Place order · ₹573.10', { useInnerText: true });
  await page.getByRole('radio', { name: /Cash on delivery/ }).check();
  await placeButton(page).click();
  await expect(page.getByText('Coupon WELCOME10')).toBeVisible();

  await page.context().clearCookies();
  await fillCart(page);
  await applyCoupon();
  await toPaymentStep(page, { pincode: '110001', email });
  await expect(page.getByText('You have used this coupon already.').first()).toBeVisible();
  await expect(placeButton(page)).toHaveCount(0);
  await page.getByRole('radio', { name: /Cash on delivery/ }).check();
  await page.getByRole('button', { name: 'Continue without the coupon' }).click();
  await expect(page).toHaveURL(/step=payment/);
  await expect(page.getByRole('radio', { name: /Cash on delivery/ })).toBeChecked();
  await expect(placeButton(page)).toHaveText('Place order · ₹657.00', { useInnerText: true });
});

test('removing the coupon in the summary keeps the input, and Enter submits the step', async ({ page }) => {
  await fillCart(page);
  await postJson(page, '/public/cart/coupon', { code: 'WELCOME10' });
  await page.goto('/checkout');
  const main = page.getByRole('main');
  await main.getByLabel('Email').fill('half@example.in');
  await page.getByRole('button', { name: 'Remove the coupon' }).click();
  await expect(page.getByText('Coupon removed.')).toBeVisible();
  await expect(main.getByLabel('Email')).toHaveValue('half@example.in');
  // Enter submits the step, although the button that removes the coupon is the first button on the page.
  await postJson(page, '/public/cart/coupon', { code: 'FREESHIP' });
  await page.goto('/checkout');
  await main.getByLabel('Mobile').fill('9876543210');
  await main.getByLabel('Mobile').press('Enter');
  await expect(page).toHaveURL(/step=address/);
  await expect(page.getByText('Coupon FREESHIP')).toBeVisible();
});

test('shows the shipping date of a pre-order in the cart, the checkout and the order', async ({ page }) => {
  await fillCart(page);
  await fillCart(page, 'bolpur-kantha-bandi', ({ variant, quantity }) => variant === 'Deep Indigo/S' && quantity === 0);
  await page.goto('/cart');
  await expect(page.getByText('Pre-order · Ships from 12 Dec 2026')).toBeVisible();
  await expect(page.getByText(/Ships from 12 Dec 2026, arrives .* one parcel/)).toBeVisible();
  await toPaymentStep(page, { pincode: '110001' });
  await expect(page.getByText('Pre-order · Ships from 12 Dec 2026')).toBeVisible();
  await expect(page.getByText(/free from/)).toHaveCount(0);
  await page.getByRole('radio', { name: /Cash on delivery/ }).check();
  await placeButton(page).click();
  await expect(page.getByText('It ships from 12 Dec 2026, and arrives 3–7 business days later.')).toBeVisible();
  await expect(page.getByText(/arrives in/)).toHaveCount(0);
  await expect(page.getByText('Pre-order · Ships from 12 Dec 2026')).toBeVisible();
});
