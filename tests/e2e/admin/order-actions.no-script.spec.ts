import { expect } from '@playwright/test';
import { TOTP } from 'otpauth';
import { test } from '#support/admin-test.ts';
import { placeCashOrders } from '#support/e2e-orders.ts';

test('a partial refund is confirmed with a recovery code, and the form keeps its values', async ({
  page,
  db,
  signIn,
}) => {
  const { id: staffId } = await signIn('owner', { isEnrolling: true });
  await page.goto('/admin/account');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const app = new TOTP({ secret: (await page.locator('code').innerText()).replaceAll(' ', '') });
  await page.getByLabel('Enter the code').fill(app.generate());
  await page.getByRole('button', { name: 'Continue' }).click();
  const codes = page.getByRole('region', { name: 'Your recovery codes' }).getByRole('listitem');
  const code = await codes.first().innerText();
  const { ids } = await placeCashOrders(db, 1);
  const [id = ''] = ids;
  await db.write.updateTable('orders').set({ payment_status: 'paid' }).where('id', '=', id).execute();
  await db.write.updateTable('staff_session').set({ confirmed_at: null }).where('staff_id', '=', staffId).execute();

  await page.goto(`/admin/orders/${id}/credit?action=refund`);
  await page.getByLabel('Amount in rupees').fill('25');
  await page.getByRole('button', { name: 'Show the amounts' }).click();
  await page.getByLabel('Reason').fill('It came late');
  await page.getByRole('button', { name: 'Deduct the amount' }).click();
  await page.getByLabel('Code from the authenticator app').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByLabel('Reason')).toHaveValue('It came late');
  await page.getByRole('button', { name: 'Deduct the amount' }).click();
  await expect(page.getByRole('status')).toContainText('A refund of ₹25.00 is due.');
});

test('a rejected form that is sent again does not overwrite a newer change by another person', async ({
  page,
  db,
  signIn,
}) => {
  await signIn();
  const { ids } = await placeCashOrders(db, 1);
  const [id = ''] = ids;
  const readOrder = () =>
    db.write.selectFrom('orders').select(['address_json', 'updated_at']).where('id', '=', id).executeTakeFirstOrThrow();
  const oldOrder = await readOrder();
  const address = JSON.parse(oldOrder.address_json);
  await page.goto(`/admin/orders/${id}`);
  await page.getByText('Correct the address').click();
  const otherChange = {
    address_json: JSON.stringify({ ...address, street: 'Other Street' }),
    updated_at: oldOrder.updated_at + 1,
  };
  await db.write.updateTable('orders').set(otherChange).where('id', '=', id).execute();

  const saveButton = page.getByRole('button', { name: 'Save the address' });
  await page.getByLabel('House or flat').fill('7 New Lane');
  await page.getByLabel('Pincode').fill('12');
  await saveButton.click();
  await page.getByLabel('Pincode').fill(address.pincode);
  await saveButton.click();
  await expect(page.getByText('The order was changed in the meantime. Please check it again.').first()).toBeVisible();
  await expect(page.getByText('Other Street')).not.toHaveCount(0);
  expect(await readOrder()).toEqual(otherChange);
  await expect(page.getByLabel('House or flat')).toHaveValue('7 New Lane');
  await saveButton.click();
  await expect.poll(async () => JSON.parse((await readOrder()).address_json).house).toBe('7 New Lane');
});
