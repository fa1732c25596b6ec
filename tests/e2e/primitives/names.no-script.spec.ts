import { expect, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';

test('without JavaScript, a profile is saved if its unchanged name contains an apostrophe or a digit', async ({
  page,
  context,
}) => {
  for (const [index, name] of ["Asha D'Souza", 'Asha 2'].entries()) {
    await logInAs(context, name);
    await page.goto('/account/profile?edit=1');
    const main = page.getByRole('main');
    await main.getByLabel('Mobile').fill(`987654320${index}`);
    await main.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(main.getByText(`+91 987654320${index}`)).toBeVisible();
    await expect(main.getByRole('definition').first()).toHaveText(name);
  }
});
