import { expect, test } from '@playwright/test';
import { placeDeliveredOrder } from '#support/delivered-order.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { BUYABLE } from '#support/e2e-order.ts';

test('prints an order as a document without controls', async ({ page, context }) => {
  const customer = await logInAs(context, 'Asha Rao');
  const order = await placeDeliveredOrder(customer.id, BUYABLE.slug);
  await page.goto(`/account/orders/${order}`);
  await expect(page.getByText('Taana Retail Private Limited').first()).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByText('Taana Retail Private Limited')).toBeVisible();
  for (const heading of ['Tracking', 'What you ordered', 'Delivery address', 'Payment']) {
    await expect(main.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  }
  await expect(main.getByText('Gir Lion Tee')).toBeVisible();
  await expect(main.getByText('Total', { exact: true })).toBeVisible();
  for (const role of ['banner', 'contentinfo', 'navigation', 'button'] as const) {
    await expect(page.getByRole(role)).toHaveCount(0);
  }
  const pdf = await page.pdf({ format: 'A4' });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
});
