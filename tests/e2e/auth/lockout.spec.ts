import { expect, type Page, test } from '@playwright/test';
import { LINK_MAILED } from '#lib/customers/auth/codes.ts';
import { mailedLink, requestCodesUntilLocked } from '#support/lockout.ts';
import { readCode, readMails } from '#support/mailbox.ts';

async function register(page: Page, origin: string, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect.poll(() => readCode(origin, email)).toMatch(/^\d{4}$/);
  await page.getByLabel('Digit 1 of 4').fill(await readCode(origin, email));
  await expect(page).toHaveURL(/\/account\/dashboard$/);
}

async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
}

test('despite many code requests, a known browser logs in with a code, and a new one with the emailed link', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const email = `locked-${process.pid}-${Date.now()}@example.in`;
  await register(page, origin, email);
  await page.request.post('/auth/customer/logout', { headers: { origin }, data: {} });
  await requestCodesUntilLocked(origin, email);

  const mailCount = (await readMails(origin, email)).length;
  await requestCode(page, email);
  await expect(page.getByLabel('Digit 1 of 4')).toBeFocused();
  await expect.poll(async () => (await readMails(origin, email)).length).toBeGreaterThan(mailCount);
  await page.getByLabel('Digit 1 of 4').fill(await readCode(origin, email));
  await expect(page).toHaveURL(/\/account\/dashboard$/);
  expect((await context.cookies()).some(({ name }) => name === 'session')).toBe(true);

  const newContext = await browser.newContext({ baseURL: origin });
  const newPage = await newContext.newPage();
  await requestCode(newPage, email);
  await expect(newPage.getByText(LINK_MAILED)).toBeVisible();
  await newPage.goto(await mailedLink(origin, email));
  await newPage.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(newPage).toHaveURL(/\/account\/dashboard$/);
  await newContext.close();
});

test('rejects malformed and look-alike email addresses without sending a request', async ({ page }) => {
  const requestedUrls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') requestedUrls.push(request.url());
  });
  await page.goto('/login');
  const field = page.getByRole('main').getByLabel('Email', { exact: true });
  for (const address of ['1,victim@example.in', 'x<victim@example.in>', 'ｖictim@example.in', '"victim"@example.in']) {
    await field.fill(address);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect(page.getByText('Please enter a valid email address.').first()).toBeVisible();
    await field.fill('');
  }
  expect(requestedUrls).toEqual([]);
});
