import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { addCustomer } from '#support/customers.ts';
import { addInbox, randomLetters } from '#support/e2e-inbox.ts';

const WIDTHS = [
  { width: 360, hasTouch: true },
  { width: 1280, hasTouch: false },
];

for (const { width, hasTouch } of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch });

    test('a ticket is answered, an exchange rejected or approved, and a message closed', async ({
      page,
      db,
      signIn,
    }) => {
      await signIn();
      const name = `Meera ${randomLetters()}`;
      const customer = await addCustomer(db, name);
      const { ticket, exchangedOrder } = await addInbox({ db }, customer, name);
      // The test uses touch on phones, and the Enter key on laptops.
      const press = (target: Locator) => (hasTouch ? target.tap() : target.press('Enter'));
      const pressButton = (label: string) => press(page.getByRole('button', { name: label }));
      const rows = page.locator('.list tbody tr');

      await page.goto('/admin');
      await press(page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Inbox' }));
      await searchFor(page, name);
      await expect(rows).toHaveCount(3);
      await press(rows.filter({ hasText: 'Late parcel' }).getByRole('link'));
      await expect(page.getByRole('heading', { name: `Ticket ${ticket}` })).toBeVisible();
      await page.getByLabel('Your answer').fill('Hello!');
      await page.getByLabel('Saved reply').selectOption(name);
      await pressButton('Insert');
      await expect(page.getByLabel('Your answer')).toHaveValue('Hello!\n\nIt is on its way to you.');
      await pressButton('Send the answer');
      await expect(page.getByText('The answer is emailed to the customer.')).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: 'It is on its way to you.' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Orders and messages' })).toContainText(exchangedOrder);

      // A job makes new orders searchable, so the search is repeated until it finds the order.
      const exchanges = `/admin/inbox?kind=exchange&search=${encodeURIComponent(exchangedOrder)}`;
      await expect.poll(() => page.goto(exchanges).then(() => rows.count())).toBe(1);
      await press(rows.getByRole('link'));
      await expect(page.getByText('Size too small')).toBeVisible();
      if (hasTouch) {
        await page.getByText('Reject', { exact: true }).tap();
        await page.getByLabel('Reason').fill('It was washed.');
        await pressButton('Reject the exchange');
        await expect(page.getByText(/is rejected\. The customer gets an email/)).toBeVisible();
      } else {
        await pressButton('Approve the exchange');
        await expect(page.getByText(/is approved\. The customer gets an email/)).toBeVisible();
        await pressButton('The old goods are back');
        await page.getByLabel('Courier').fill('India Post');
        await pressButton('The new goods are on their way');
        await expect(page.getByText(/are on their way\. The customer/)).toBeVisible();
      }

      await page.goto(`/admin/inbox?kind=message&search=${encodeURIComponent(name)}`);
      await press(rows.getByRole('link'));
      await pressButton('Close without an answer');
      await expect(page.getByText('The message is closed.')).toBeVisible();
    });
  });
}

async function searchFor(page: Page, text: string): Promise<void> {
  const field = page.getByRole('searchbox');
  await field.fill(text);
  await field.press('Enter');
}
