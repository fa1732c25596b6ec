import { expect } from '@playwright/test';
import { addAuthenticator } from '../passkey-browser.ts';
import { addStaff } from '../staff.ts';
import { type Day, ORIGIN, signIn } from './day.ts';

/** Signs in as an owner in the packer's browser, and adds a passkey. Returns the owner's id. */
export async function signInAsOwner(day: Day): Promise<string> {
  const { db, page, otherInput } = day;
  const { id, token } = await addStaff(db, 'owner', { isEnrolling: true });
  await signIn(day, token);
  await addAuthenticator(page);
  await page.goto(`${ORIGIN}/admin/account`);
  await otherInput.press(page.getByRole('button', { name: 'Add a passkey' }));
  await expect(page.getByRole('button', { name: /Remove the passkey/ })).toBeVisible();
  return id;
}

/** Takes an amount off the order that the page shows, after step-up authentication, and sends the refund. */
export async function refundPart({ db, page, otherInput: { press, type } }: Day, ownerId: string): Promise<void> {
  await db.write.updateTable('staff_session').set({ confirmed_at: null }).where('staff_id', '=', ownerId).execute();
  const deductButton = page.getByRole('button', { name: 'Deduct the amount' });
  await press(page.getByRole('link', { name: 'Refund a part' }));
  await type(page.getByLabel('Amount in rupees'), '10.50');
  await press(page.getByRole('button', { name: 'Show the amounts' }));
  await expect(page.getByText('Refund due')).toBeVisible();
  await type(page.getByLabel('Reason'), 'A loose thread');
  await press(deductButton);
  await press(page.getByRole('button', { name: 'Use your passkey' }));
  await expect(page.getByLabel('Reason')).toHaveValue('A loose thread');
  await press(deductButton);
  await expect(page.getByRole('status')).toContainText('A refund of ₹10.50 is due.');
  await press(page.getByRole('button', { name: 'Send ₹10.50 back' }));
  await expect(page.getByRole('status')).toContainText('The refund of ₹10.50 is recorded as sent.');
}
