import { expect } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { axeViolations } from '#support/axe.ts';
import { ordersOf } from '#support/e2e-orders.ts';
import { ShiprocketStub, type StubOrder } from '#support/shiprocket-stub.ts';

test('parcels are booked with Shiprocket at 360 px, tracked, and answered when they can’t be delivered', async ({
  page,
  request,
  db,
  signIn,
  baseURL,
}) => {
  const stub = await ShiprocketStub.start(Number(process.env.E2E_PORT) + 1);
  await signIn();
  const { ids, numbers } = await ordersOf(db, 2);
  await page.goto(`/admin/shipping?order=${ids[0]}&order=${ids[1]}`);
  await expect(page.getByRole('heading', { name: 'Send 2 parcels' })).toBeVisible();
  await page.getByRole('button', { name: 'Ask Shiprocket about 2 parcels' }).click();
  const courier = page.getByRole('group', { name: `Courier for ${numbers[0]}` });
  await expect(courier).toBeVisible();
  expect(stub.orders).toEqual([]);
  await courier.getByLabel('₹54.00 Delhivery Surface, Dec 02, 2026').check();
  await page
    .getByRole('group', { name: `Courier for ${numbers[1]}` })
    .getByLabel('Not now')
    .check();
  expect(await axeViolations(page, { hasTargetSize: true })).toEqual([]);
  await page.getByRole('button', { name: 'Book the chosen couriers' }).click();
  await expect(page.getByText('1 parcel is being booked.')).toBeVisible();
  await expect(page.getByText('Delhivery Surface AWB')).toBeVisible();
  expect(stub.parcels).toHaveLength(1);
  await page.getByRole('button', { name: 'Request the pickup of 1 parcel' }).click();
  await expect(page.getByText('Booked, pickup requested')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Print the label' })).toBeVisible();

  const remote = stub.parcels[0] as StubOrder;
  const report = async (code: number, activity: string) => {
    const { body, headers } = stub.webhook(remote, code, '', { activity });
    const response = await request.post(`${baseURL}/public/courier/webhook`, {
      data: body,
      headers: Object.fromEntries(headers),
    });
    expect(response.status()).toBe(200);
  };
  await report(21, 'Customer not available');
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Undelivered parcels' }).click();
  const parcel = page.getByRole('listitem').filter({ hasText: numbers[0] ?? '' });
  await expect(parcel.getByText('Customer not available, attempt 1')).toBeVisible();
  expect(await axeViolations(page, { hasTargetSize: true })).toEqual([]);
  await parcel.getByLabel('Note to the courier').fill('Call before delivery');
  await parcel.getByLabel('New mobile number').fill('91234 56789');
  await parcel.getByRole('button', { name: 'Use the new address' }).click();
  await expect(page.getByText('The courier is being told.')).toBeVisible();
  await expect.poll(() => stub.answers).toHaveLength(1);
  expect(stub.answers[0]?.body).toMatchObject({ action: 're-attempt', phone: '9123456789' });
  await page.goto(`/admin/orders/${ids[0]}`);
  await expect(page.getByRole('region', { name: 'Parcel' }).getByText('Could not be delivered')).toBeVisible();
  await stub.close();
});
