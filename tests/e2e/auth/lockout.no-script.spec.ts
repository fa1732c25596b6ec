import { expect, test } from '@playwright/test';
import { LINK_MAILED } from '#lib/customers/auth/codes.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { mailedLink, requestCodesUntilLocked } from '#support/lockout.ts';

test('without JavaScript, a customer who is locked out by a stranger’s requests logs in with the emailed link', async ({
  page,
  context,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const { email } = await logInAs(context, 'Asha Rao');
  await context.clearCookies();
  await requestCodesUntilLocked(origin, email);
  await page.goto('/login?next=/account/orders');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText(LINK_MAILED)).toBeVisible();
  await page.goto(await mailedLink(origin, email));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/account\/dashboard$/);
});
