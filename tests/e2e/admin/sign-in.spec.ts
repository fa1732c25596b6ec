import { expect, type Page, test } from '@playwright/test';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { addAuthenticator } from '#support/passkey-browser.ts';
import { addStaff } from '#support/staff.ts';

/** The origin for tests of passkeys, which require a host name. Most other tests use an IP address. */
const origin = `http://localhost:${process.env.E2E_PORT}`;

let db: ShopDatabase;
test.beforeAll(async () => {
  db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
});
test.afterAll(() => db.close());

async function readNewestCode(email: string): Promise<string> {
  const mail = await db.write
    .selectFrom('outbox')
    .select('subject')
    .where('to_address', '=', email)
    .where('kind', '=', 'code')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return mail.subject.slice(0, 6);
}

async function signInByMail(page: Page, email: string): Promise<void> {
  await page.goto(`${origin}/admin/sign-in`);
  await page.getByRole('link', { name: /First time here/ }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible();
  await page.getByLabel('Code').fill(await readNewestCode(email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Add a way to sign in' })).toBeVisible();
}

test('the admin of the demo opens with one click', async ({ page }) => {
  await page.goto(origin);
  await page.getByRole('button', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
});

test('a passkey is added, used to sign in and to confirm the identity, and replaced after it is lost', async ({
  page,
}) => {
  const { email, id } = await addStaff(db);
  const otherOwner = await addStaff(db);
  const { cdp, authenticatorId } = await addAuthenticator(page);
  await signInByMail(page, email);
  await page.goto(`${origin}/admin`);
  await expect(page).toHaveURL(`${origin}/admin/account`);

  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: /Remove the passkey/ })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.goto(`${origin}/admin/staff`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Staff', level: 1 })).toBeVisible();

  await db.write.updateTable('staff_session').set({ confirmed_at: null }).where('staff_id', '=', id).execute();
  const invitedEmail = `new-${id}@staff.example`;
  await page.getByLabel('Name').fill('New Person');
  await page.getByLabel('Email').fill(invitedEmail);
  await page.getByRole('radio', { name: /Packer/ }).check();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page.getByLabel('Email')).toHaveValue(invitedEmail);
  await expect(page.getByRole('radio', { name: /Packer/ })).toBeChecked();
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(page.getByText(`${invitedEmail} · invited`)).toBeVisible();

  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await addAuthenticator(page);
  await page.context().clearCookies();
  await signInByMail(page, email);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: /Remove the passkey/ })).toHaveCount(2);
  const notices = await db.write
    .selectFrom('outbox')
    .select('subject')
    .where('to_address', '=', otherOwner.email)
    .where('kind', '=', 'staff_notice')
    .execute();
  expect(notices.map(({ subject }) => subject)).toContain('Taana: Test owner is recovering access to the admin');
});

test('a passkey is rejected with a message if the person’s access has ended', async ({ page }) => {
  const { email, id } = await addStaff(db, 'packer');
  await addAuthenticator(page);
  await signInByMail(page, email);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: /Remove the passkey/ })).toBeVisible();
  await transaction(db, async (tx) => {
    await tx.updateTable('staff').set({ ended_at: Date.now() }).where('id', '=', id).execute();
  });
  await page.goto(`${origin}/admin`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey was not accepted.')).toBeVisible();
});

test('signing in with a passkey shows a message if the response does not come from the shop', async ({ page }) => {
  await addAuthenticator(page);
  await page.route('**/admin/sign-in/passkey-options', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  );
  await page.goto(`${origin}/admin`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('Something went wrong. Reload the page and try again.')).toBeVisible();
});

test('a device that was signed out elsewhere shows the sign-in page after the next click', async ({
  page,
  browser,
}) => {
  const { token, id } = await addStaff(db);
  const cookie = { name: 'admin', value: token, url: origin };
  const phone = await browser.newContext();
  try {
    await phone.addCookies([cookie]);
    const phonePage = await phone.newPage();
    await phonePage.goto(`${origin}/admin`);
    await db.write.updateTable('staff_session').set({ device: 'Lost phone' }).where('staff_id', '=', id).execute();
    const laptop = await addStaff(db);
    await db.write.updateTable('staff_session').set({ staff_id: id }).where('staff_id', '=', laptop.id).execute();
    await page.context().addCookies([{ ...cookie, value: laptop.token }]);
    await page.goto(`${origin}/admin/account`);
    await page.getByRole('button', { name: /Sign out Lost phone/ }).click();
    await expect(page.getByText('The device is signed out.')).toBeVisible();
    await phonePage.getByRole('link', { name: 'Staff' }).click();
    await expect(phonePage.getByRole('heading', { name: 'Sign in to the admin' })).toBeVisible();
  } finally {
    await phone.close();
  }
});
