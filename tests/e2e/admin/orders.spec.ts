import { expect } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { placeCashOrders } from '#support/e2e-orders.ts';

test('rejects a form from an outdated tab with a message, and keeps the address in the form', async ({
  page,
  context,
  db,
  signIn,
}) => {
  await signIn();
  const { ids } = await placeCashOrders(db, 1);
  await page.goto(`/admin/orders/${ids[0]}`);
  const otherTab = await context.newPage();
  await otherTab.goto(`/admin/orders/${ids[0]}`);
  await otherTab.getByRole('button', { name: 'Set to processing' }).click();
  await expect(otherTab.getByText(/is now processing/)).toBeVisible();

  await page.getByText('Correct the address').click();
  await page.getByLabel('Street or area').fill('Another Street');
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText('The order was changed in the meantime.')).toBeVisible();
  await expect(page.getByLabel('Street or area')).toHaveValue('Another Street');
  await expect(page.getByText('Currently saved: Karkhana Lane')).toBeVisible();
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText('The address was corrected.')).toBeVisible();
  await expect(page.getByText(/Another Street/).first()).toBeVisible();

  await page.getByRole('button', { name: 'Undo: the last change' }).click();
  await expect(page.getByText('The change was undone.')).toBeVisible();
  await expect(page.getByText(/Karkhana Lane/).first()).toBeVisible();
});
