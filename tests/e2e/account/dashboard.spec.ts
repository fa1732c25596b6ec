import { expect, test } from '@playwright/test';
import { placeDeliveredOrder } from '#support/delivered-order.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { BUYABLE } from '#support/e2e-order.ts';

test('the dashboard shows the customer’s last order, if there is one, with a link to it', async ({ page, context }) => {
  const customer = await logInAs(context, 'Asha Rao');
  await page.goto('/account/dashboard');
  const heading = page.getByRole('heading', { name: 'Your last order' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Namaste, Asha Rao');
  await expect(heading).toHaveCount(0);
  const order = await placeDeliveredOrder(customer.id, BUYABLE.slug);
  await page.reload();
  await expect(heading).toBeVisible();
  const lastOrder = page.getByRole('region', { name: 'Your last order' });
  await expect(lastOrder).toContainText('Gir Lion Tee');
  await lastOrder.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(order));
});
