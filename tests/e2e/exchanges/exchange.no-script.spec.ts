import { expect, test } from '@playwright/test';
import { placeDeliveredOrder } from '#support/delivered-order.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { samplePng } from '#support/sample-files.ts';

test('without JavaScript, an exchange is requested on a separate page', async ({ page, context }) => {
  const asha = await logInAs(context, 'Asha Rao');
  const order = await placeDeliveredOrder(asha.id, 'bolpur-kantha-bandi');
  await page.goto(`/account/orders/${order}`);
  await page.getByRole('link', { name: 'Request an exchange' }).click();
  await page.getByLabel('Yes').check();
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('main').getByText('Please choose what you want instead')).toBeVisible();
  const replacement = page.getByLabel(/^Replacement/);
  await expect(replacement).toBeFocused();
  await expect(page.getByLabel('Yes')).toBeChecked();
  await replacement.selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(
    page.getByRole('main').getByText('Please select at least one reason or provide a custom reason'),
  ).toBeVisible();
  await expect(page.getByLabel('Yes')).toBeChecked();
  await expect(replacement).not.toHaveValue('0:');
  await page.getByLabel('Quality issues').check();
  await page
    .getByLabel(/^Images/)
    .setInputFiles([{ name: 'seam.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7') }]);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByRole('main').getByText('seam.jpg is not a valid image file')).toBeVisible();
  await expect(page.getByLabel('Quality issues')).toBeChecked();
  await page.getByLabel('Changed my mind').check();
  await page
    .getByLabel(/^Images/)
    .setInputFiles([{ name: 'seam.png', mimeType: 'image/png', buffer: await samplePng(60, 40) }]);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('Exchange request submitted successfully')).toBeVisible();
  await expect(page.getByText('We are looking at your exchange request.')).toBeVisible();
  await page.goto(`/account/orders/${order}/exchange`);
  await expect(page).toHaveURL(new RegExp(`/account/orders/${order}$`));
});
