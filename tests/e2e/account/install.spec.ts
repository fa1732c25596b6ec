import { expect, type Page, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';

test('the account offers to install the shop as an app until the customer clicks “Not now”', async ({
  page,
  context,
}) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/dashboard');
  const invitation = page.getByText('to your home screen');
  await expect(invitation).toBeHidden();
  await offerInstall(page);
  await expect(invitation).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(invitation).toBeHidden();
  await page.reload();
  await offerInstall(page);
  await expect(invitation).toBeHidden();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await offerInstall(page);
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(invitation).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.dataset.prompted)).toBe('1');
});

test('Chromium reports no errors in the web app manifest, and the shortcuts in it lead to pages', async ({ page }) => {
  await page.goto('/faq');
  const cdp = await page.context().newCDPSession(page);
  const { errors, data } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '');
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('any maskable');
  // A shortcut to the account shows the login, with the status 401, to visitors who are not logged in.
  for (const { url } of manifest.shortcuts) expect([200, 401], url).toContain((await page.request.get(url)).status());
});

/** Dispatches Chromium's event for an installable site, which never occurs in a test. */
function offerInstall(page: Page): Promise<void> {
  return page.evaluate(() => {
    const prompt = async () => {
      document.documentElement.dataset.prompted = '1';
      return { outcome: 'accepted' };
    };
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  });
}
