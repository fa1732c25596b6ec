import { expect, test } from '@playwright/test';
import { PROFILE_MESSAGES, PROFILE_SAVED } from '#lib/sales/account/profile.ts';
import { logInAs } from '#support/e2e-customer.ts';

test('saves a profile whose name has an apostrophe, and states which characters a new name can contain', async ({
  page,
  context,
}) => {
  await logInAs(context, "Asha D'Souza");
  await page.goto('/account/profile?edit=1');
  const main = page.getByRole('main');
  const saveButton = main.getByRole('button', { name: 'Save', exact: true });
  await main.getByLabel('Gender').selectOption('Female');
  await saveButton.click();
  await expect(page.getByText(PROFILE_SAVED)).toBeVisible();
  await expect(main.getByRole('definition').first()).toHaveText("Asha D'Souza");

  await main.getByRole('link', { name: 'Edit', exact: true }).click();
  await main.getByLabel('Name').fill("Asha O'Neil");
  await saveButton.click();
  await expect(main.getByLabel('Name')).toHaveAccessibleDescription(PROFILE_MESSAGES.nameLetters);
});
