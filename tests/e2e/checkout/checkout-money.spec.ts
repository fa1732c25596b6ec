import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { fillCart, postJson, toPaymentStep } from '#support/e2e-order.ts';

test.slow();

test('shows the subtotal and delivery in the cart drawer, and the cash fee after the pincode is entered', async ({
  page,
}) => {
  await fillCart(page);
  await page.goto('/');
  const openDrawer = async () => {
    await page.locator('[data-cart]').click();
    return page.getByRole('dialog', { name: 'Cart Summary' });
  };
  const drawerWithoutPincode = await openDrawer();
  await expect(drawerWithoutPincode.getByText('Subtotal', { exact: true })).toBeVisible();
  await expect(drawerWithoutPincode.getByText('Fee for cash on delivery')).toBeHidden();
  await postJson(page, '/public/cart/pincode', { pincode: '110001' });
  await page.goto('/');
  const drawer = await openDrawer();
  const amounts = drawer.locator('.cart-drawer-totals dd').filter({ visible: true });
  await expect(amounts).toHaveText(['₹549.00', '₹79.00', '₹628.00', '₹29.00']);
});

test('shows the total for the chosen payment method, and keeps that method when the coupon is removed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await fillCart(page);
  await postJson(page, '/public/cart/coupon', { code: 'WELCOME10' });
  await toPaymentStep(page, { pincode: '110001', email: `money-${Date.now()}@example.in` });
  await page.getByRole('radio', { name: /Cash on delivery/ }).check();
  await expect(page.getByRole('button', { name: /^Place order/ })).toHaveText('Place order · ₹602.10', {
    useInnerText: true,
  });
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove the coupon' }).click();
  await expect(page.getByRole('radio', { name: /Cash on delivery/ })).toBeChecked();
  await expect(page.getByRole('button', { name: /^Place order/ })).toHaveText('Place order · ₹657.00', {
    useInnerText: true,
  });
});

test('collapses the order summary on a phone, and expands it when the window becomes wide', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await fillCart(page);
  await page.goto('/checkout');
  const subtotal = page.getByRole('complementary', { name: 'Your order' }).getByText('Subtotal', { exact: true });
  await expect(subtotal).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(subtotal).toBeVisible();
});
