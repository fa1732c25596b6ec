import { expect } from '@playwright/test';
import { type Day, openOrder } from './day.ts';

export const CORRECTED_STREET = 'Second Karkhana Lane';

/** Corrects the street of the first order, starting from the page that is shown after orders are confirmed. */
export async function correctAddress({ page, numbers, otherInput: { press, type } }: Day): Promise<void> {
  await press(page.getByRole('link', { name: numbers[0] ?? '', exact: true }));
  await press(page.locator('summary', { hasText: 'Correct the address' }));
  await type(page.getByLabel('Street or area'), CORRECTED_STREET);
  await press(page.getByRole('button', { name: 'Save the address' }));
  await expect(page.getByText('The address was corrected.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Customer' })).toContainText(CORRECTED_STREET);
}

/** Removes the second line item of the last order, which has not been paid, so no refund is due. */
export async function removeLineItem(day: Day): Promise<void> {
  const { page, numbers, removedGoods, otherInput } = day;
  await openOrder(day, numbers.at(-1) ?? '');
  await otherInput.press(page.getByRole('link', { name: 'Remove items' }));
  const pieces = page.getByRole('group', { name: removedGoods.name }).getByLabel('Pieces, up to 1');
  await otherInput.type(pieces, '1');
  await otherInput.press(page.getByRole('button', { name: 'Show the amounts' }));
  await expect(page.getByText('Nothing was paid yet, so nothing is refunded.')).toBeVisible();
  await otherInput.type(page.getByLabel('Reason'), 'It has a hole');
  await otherInput.press(page.getByRole('button', { name: 'Remove the items' }));
  await expect(page.getByText(/was taken off/)).toBeVisible();
}

/** Corrects the tracking number of the third order, starting from the page that is shown after orders are shipped. */
export async function correctTracking({ page, numbers, otherInput: { press, type } }: Day): Promise<void> {
  await press(page.getByRole('link', { name: numbers[2] ?? '', exact: true }));
  await press(page.locator('summary', { hasText: 'Correct the tracking number' }));
  await type(page.getByLabel('Tracking number'), 'AWB-9');
  await press(page.getByRole('button', { name: 'Save the tracking number' }));
  await expect(page.getByText('The tracking number was corrected.')).toBeVisible();
  await expect(page.getByText('Delhivery, tracking number AWB-9')).toBeVisible();
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Test packer');
}

/** Records that the second order's parcel was refused, and that the item in the parcel can't be sold again. */
export async function recordRefusedParcel(day: Day): Promise<void> {
  const { page, numbers, otherInput } = day;
  await openOrder(day, numbers[1] ?? '');
  await otherInput.press(page.getByRole('link', { name: 'Refused at the door' }));
  await otherInput.check(page.getByLabel('Can’t be sold again'));
  await otherInput.press(page.getByRole('button', { name: 'Show the amounts' }));
  await expect(page.getByText('Nothing was paid yet, so nothing is refunded.')).toBeVisible();
  await otherInput.type(page.getByLabel('Reason'), 'Not at home three times');
  await otherInput.press(page.getByRole('button', { name: 'Record the refused parcel' }));
  // The order is closed now, so packers can no longer see it.
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await expect(page.getByText(/was taken off/)).toBeVisible();
}
