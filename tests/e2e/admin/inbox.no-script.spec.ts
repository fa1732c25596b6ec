import { expect } from '@playwright/test';
import { answerTicket } from '#lib/customers/support/ticket-admin.server.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { test } from '#support/admin-test.ts';
import { addCustomer } from '#support/customers.ts';
import { addInbox } from '#support/e2e-inbox.ts';

test('a ticket is answered with a saved reply after newer messages are shown, closed and exported', async ({
  page,
  db,
  signIn,
}) => {
  await signIn();
  const { ticket, reply } = await addInbox({ db }, await addCustomer(db, 'Nila Rao'));
  await page.goto(`/admin/inbox?search=${ticket}`);
  await page.getByRole('link', { name: 'Nila Rao' }).click();
  await page.goto(`${page.url()}?reply=${reply}`);
  await expect(page.getByLabel('Your answer')).toHaveValue('It is on its way to you.');
  await answerTicket({ db, now: Date.now, settings: readSettings({}) }, ticket, 'Another answer.');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('The ticket was changed in the meantime.')).toBeVisible();
  await expect(page.getByText('Another answer.')).toBeVisible();
  await expect(page.getByLabel('Your answer')).toHaveValue('It is on its way to you.');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect(page.getByText('The answer is emailed to the customer.')).toBeVisible();
  await page.goto(`/admin/inbox?search=${ticket}&state=all`);
  await page.getByLabel('Select Ticket, Nila Rao').check();
  await page.getByRole('button', { name: 'Close, or mark as seen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Close 1 row in the inbox?');
  await page.getByRole('button', { name: 'Close 1 row' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 of 1 row is closed');
  await page.goto(`/admin/inbox?search=${ticket}&state=all`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export this list as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^inbox-.*\.csv$/);
});
