import { expect, type Locator, type Page, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';
import { press, tabTo, tabToLocator } from '#support/keyboard.ts';

const MAX_TABS = 20;

test('at 320 px, a customer buys using only the keyboard, from the product to the paid order', async ({
  page,
  context,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  const { email } = await logInAs(context, 'Asha Rao');
  await page.goto('/products/godavari-indigo-straight-kurta');
  await press(page, 'link', 'Skip to content');
  await tabTo(page, 'radio', 'XS');
  await page.keyboard.press('Space');
  const addButton = page.getByRole('main').getByRole('button', { name: 'Add to cart' });
  await expect(addButton).toBeVisible();
  await tabToLocator(page, addButton, 'Add to cart');
  await page.keyboard.press('Space');
  await expect(page.getByText('Added to cart')).toBeVisible();
  // The badge counts lines, so it does not show that the second piece was added.
  const addResponse = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.keyboard.press('Enter');
  await addResponse;
  await expect(page.locator('[data-cart-count]').first()).toHaveText('1');

  await page.reload();
  await press(page, 'link', 'Cart, 1');
  const summary = page.getByRole('dialog', { name: 'Cart Summary' });
  await expect(summary.getByRole('link', { name: 'Checkout' })).toBeVisible();
  await tabTo(page, 'button', /^Decrease the quantity of/);
  await page.keyboard.press('Enter');
  await expect(summary.locator('output')).toHaveText('1');
  await press(page, 'link', 'Checkout');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
  await press(page, 'link', 'Skip to content');
  await expect(page.getByRole('region', { name: /Contact/ })).toContainText(email);
  await tabTo(page, 'textbox', 'Pincode');
  await page.keyboard.type('560001');
  await tabTo(page, 'textbox', 'House or flat');
  await page.keyboard.type('14, Lakshmi Nivas');
  await tabTo(page, 'textbox', 'Street or area');
  await page.keyboard.type('Brigade Road');
  await press(page, 'button', 'Deliver here');
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
  await press(page, 'link', 'Skip to content');
  await press(page, 'button', 'Continue to payment');
  await expect(page.getByRole('radio', { name: /^Pay online/ })).toBeVisible();
  await press(page, 'link', 'Skip to content');
  await tabTo(page, 'radio', /^Pay online/);
  await expect(page.getByRole('radio', { name: /^Pay online/ })).toBeChecked();
  await press(page, 'button', /^Place order/);

  const dialog = page.getByRole('dialog', { name: 'Select Payment Method' });
  await expect(dialog).toBeVisible();
  const frame = dialog.frameLocator('iframe');
  for (const name of [/Test gateway/, 'Approve the payment']) {
    const button = frame.getByRole('button', { name });
    await expect(button).toBeVisible();
    await tabToInFrame(page, button);
    await page.keyboard.press('Enter');
  }
  await expect(page).toHaveURL(/\/account\/orders\/.+placed=1/);
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await press(page, 'link', 'Skip to content');
  await expect(page.getByText('The invoice comes with the parcel.')).toBeVisible();
});

/** Presses Tab until a control of the payment page has the focus. The page is in a frame with a separate focus. */
async function tabToInFrame(page: Page, control: Locator): Promise<void> {
  for (let i = 0; i < MAX_TABS; i++) {
    await page.keyboard.press('Tab');
    const outline = await control.evaluate((element) =>
      element === document.activeElement && document.hasFocus() ? getComputedStyle(element).outlineStyle : undefined,
    );
    if (outline === undefined) continue;
    expect(outline).not.toBe('none');
    return expect(control).toBeInViewport();
  }
  throw new Error('Tab never reaches the control');
}
