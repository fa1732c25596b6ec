import { expect, type Page, test } from '@playwright/test';

test.slow();
test.use({ viewport: { width: 320, height: 640 } });

/** Presses Tab until the element has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' | 'textbox' | 'radio'): Promise<void> {
  const wanted = page.getByRole('main').getByRole(role, { name }).first();
  for (let presses = 0; presses < 120; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${role} ${name}`);
}

async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, label, 'textbox');
  await page.keyboard.type(text);
}

test('a visitor buys with cash on delivery: no script, by keyboard alone, at 320 px', async ({ page }) => {
  await page.goto('/products/gir-lion-tee');
  await tabTo(page, 'Add to cart', 'button');
  await page.keyboard.press('Enter');
  await page.waitForURL(/notice|cart/);
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { name: '1. Contact' })).toBeVisible();

  await type(page, /^Email/, 'meera@example.in');
  await type(page, /^Mobile/, '98765');
  await page.keyboard.press('Enter');
  // The browser's own check keeps the form: the mobile is too short.
  await expect(page).toHaveURL(/step=contact/);
  await page.keyboard.type('43210');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/step=address/);
  await expect(page.getByText('meera@example.in')).toBeVisible();
  await type(page, 'Name', 'Meera Iyer');
  await type(page, 'Pincode', '560001');
  await type(page, 'House or flat', '14, Lakshmi Nivas');
  await type(page, 'Street or area', 'Brigade Road');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/step=delivery/);
  await expect(page.getByText('Karnataka')).toBeVisible();
  await tabTo(page, 'Go on to payment', 'button');
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
