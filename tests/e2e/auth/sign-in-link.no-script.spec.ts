import { expect, type Page, test } from '@playwright/test';
import { WRONG_CODES_UNTIL_LINK } from '#lib/customers/auth/codes.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { readCode, readMails } from '#support/mailbox.ts';

const wrongCodeFor = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

test('after ten wrong codes, an emailed link can be used once, and merely opening its page does not use it up', async ({
  page,
  context,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const { email } = await logInAs(context, 'Asha Rao');
  await context.clearCookies();
  let wrongCodes = 0;
  while (wrongCodes < WRONG_CODES_UNTIL_LINK) {
    const mailCount = (await readMails(origin, email)).length;
    await requestCode(page, email);
    await expect.poll(async () => (await readMails(origin, email)).length).toBeGreaterThan(mailCount);
    for (let i = 0; i < 3 && wrongCodes < WRONG_CODES_UNTIL_LINK; i++) {
      await page
        .getByRole('main')
        .getByLabel('Code')
        .fill(wrongCodeFor(await readCode(origin, email)));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByText('Invalid OTP, please try again.').first()).toBeVisible();
      wrongCodes += 1;
    }
  }
  await requestCode(page, email);
  await expect(page, 'the response looks the same as before').toHaveURL(/\/verify$/);
  const mailedLink = () =>
    readMails(origin, email).then(([mail]) => /http\S+\/login\/link\?\S+/.exec(mail?.text ?? '')?.[0]);
  await expect.poll(mailedLink).toMatch(/token=[\w-]{43}$/);
  const path = new URL((await mailedLink()) ?? '').pathname + new URL((await mailedLink()) ?? '').search;

  for (let i = 0; i < 2; i++) await page.goto(path);
  expect((await page.request.get('/auth/customer/me')).status()).toBe(401);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/account\/orders$/);
  await context.clearCookies();
  await page.goto(path);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('This link is no longer valid.').first()).toBeVisible();
});

async function requestCode(page: Page, email: string): Promise<void> {
  await page.goto('/login?other=1&next=/account/orders');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page).toHaveURL(/\/verify$/);
}
