import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { axeViolations } from '#support/axe.ts';
import { placeCashOrders } from '#support/e2e-orders.ts';
import { ShiprocketStub, type StubOrder } from '#support/shiprocket-stub.ts';

// The shop is configured with one Shiprocket address, so only one stub can run at a time.
test.describe.configure({ mode: 'serial' });

test('at 360 px, a parcel is booked with Shiprocket, and another attempt is requested after a failed delivery', async ({
  page,
  request,
  db,
  signIn,
}) => {
  const stub = await ShiprocketStub.start(Number(process.env.E2E_PORT) + 1);
  await signIn();
  const { ids, numbers } = await placeCashOrders(db, 2);
  await page.goto(`/admin/shipping?order=${ids[0]}&order=${ids[1]}`);
  await expect(page.getByRole('heading', { name: 'Send 2 parcels' })).toBeVisible();
  await page.getByRole('button', { name: 'Get rates for 2 parcels' }).click();
  const courier = page.getByRole('group', { name: `Courier for ${numbers[0]}` });
  await expect(courier).toBeVisible();
  expect(stub.orders).toEqual([]);
  await courier.getByLabel('₹54.00 Delhivery Surface, Dec 02, 2026').check();
  await page
    .getByRole('group', { name: `Courier for ${numbers[1]}` })
    .getByLabel('Not now')
    .check();
  expect(await axeViolations(page, { checksTargetSize: true })).toEqual([]);
  await page.getByRole('button', { name: 'Book the chosen couriers' }).click();
  await expect(page.getByText('1 parcel is being booked.')).toBeVisible();
  await expect(page.getByText('Delhivery Surface AWB')).toBeVisible();
  expect(stub.parcels).toHaveLength(1);
  await page.getByRole('button', { name: 'Request the pickup of 1 parcel' }).click();
  await expect(page.getByText('Booked, pickup requested')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Print the label' })).toBeVisible();

  const bookedParcel = stub.parcels[0] as StubOrder;
  await reportFailedDelivery(request, stub.webhook(bookedParcel, 21, '', { activity: 'Customer not available' }));
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Undelivered parcels' }).click();
  const parcel = page.getByRole('listitem').filter({ hasText: numbers[0] ?? '' });
  await expect(parcel.getByText('Customer not available, attempt 1')).toBeVisible();
  expect(await axeViolations(page, { checksTargetSize: true })).toEqual([]);
  await parcel.getByLabel('Note to the courier').fill('Call before delivery');
  await parcel.getByLabel('New mobile number').fill('91234 56789');
  await parcel.getByRole('button', { name: 'Use the new address' }).click();
  await expect(page.getByText('Your answer is being sent to the courier.')).toBeVisible();
  await expect.poll(() => stub.ndrActions).toHaveLength(1);
  expect(stub.ndrActions[0]?.body).toMatchObject({ action: 're-attempt', phone: '9123456789' });
  await page.goto(`/admin/orders/${ids[0]}`);
  await expect(page.getByRole('region', { name: 'Parcel' }).getByText('Could not be delivered')).toBeVisible();
  await stub.close();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a weight is corrected, parcels are booked, a booking is cancelled, and a parcel is sent back', async ({
    page,
    request,
    db,
    signIn,
  }) => {
    const stub = await ShiprocketStub.start(Number(process.env.E2E_PORT) + 1, 2_000);
    await signIn();
    const { ids, numbers } = await placeCashOrders(db, 2);
    const [firstNumber = '', secondNumber = ''] = numbers;
    await page.goto(`/admin/shipping?order=${ids[0]}&order=${ids[1]}`);
    await page.getByRole('button', { name: 'Get rates for 2 parcels' }).click();
    const row = (number: string) => page.getByRole('listitem').filter({ hasText: number });
    await reloadUntilVisible(page, row(secondNumber).getByLabel('₹54.00 Delhivery Surface, Dec 02, 2026'));
    await row(firstNumber).locator('summary').click();
    await row(firstNumber).getByLabel('Weight in grams').fill('1200');
    await row(firstNumber).getByRole('button', { name: 'Get rates again' }).click();
    await reloadUntilVisible(page, row(firstNumber).getByLabel('₹54.00 Delhivery Surface, Dec 02, 2026'));
    for (const number of numbers) await row(number).getByLabel('₹54.00 Delhivery Surface, Dec 02, 2026').check();
    await page.getByRole('button', { name: 'Book the chosen couriers' }).click();
    for (const number of numbers) await reloadUntilVisible(page, row(number).getByText('Delhivery Surface AWB'));
    const cancelBooking = row(secondNumber).getByRole('button', { name: 'Cancel the booking' });
    await reloadUntilVisible(page, cancelBooking);
    await cancelBooking.click();
    await expect.poll(() => stub.parcels).toHaveLength(1);
    expect(stub.parcels).toMatchObject([{ channel_order_id: firstNumber, body: { weight: 1.2 } }]);
    await page.getByRole('button', { name: 'Request the pickup of 1 parcel' }).click();
    await reloadUntilVisible(page, row(firstNumber).getByText('Booked, pickup requested'));

    const bookedParcel = stub.parcels[0] as StubOrder;
    await reportFailedDelivery(request, stub.webhook(bookedParcel, 21, '', { activity: 'Customer not available' }));
    await page.goto('/admin/shipping/undelivered');
    await row(firstNumber).getByLabel('Note to the courier').fill('The customer refused it');
    await row(firstNumber).getByRole('button', { name: 'Return the parcel' }).click();
    await expect.poll(() => stub.ndrActions).toMatchObject([{ awb: bookedParcel.awb, body: { action: 'return' } }]);
    await stub.close();
  });
});

async function reportFailedDelivery(
  request: APIRequestContext,
  { body, headers }: ReturnType<ShiprocketStub['webhook']>,
) {
  const response = await request.post('/public/courier/webhook', { data: body, headers: Object.fromEntries(headers) });
  expect(response.status()).toBe(200);
}

/** Reloads until the element is visible, because a page without JavaScript does not show results of background work. */
async function reloadUntilVisible(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(element).toBeVisible({ timeout: 500 });
  }).toPass();
}
