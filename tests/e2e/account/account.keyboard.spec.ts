import { expect, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';
import { press, tabTo } from '#support/keyboard.ts';
import { readCode } from '#support/mailbox.ts';

for (const width of [360, 1280]) {
  test(`at ${width} px, a customer logs in, edits the account and logs out with only the keyboard`, async ({
    page,
    context,
    baseURL,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    const { email } = await logInAs(context, 'Asha Rao');
    await context.clearCookies();
    await page.goto('/account/address');
    await press(page, 'link', 'Skip to content');
    await press(page, 'link', 'Login');
    await expect(page).toHaveURL(/\/login\?next=/);
    await tabTo(page, 'link', 'Skip to content');
    await page.keyboard.press('Enter');
    await tabTo(page, 'textbox', 'Email');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Digit 1 of 4')).toBeFocused();
    await expect.poll(() => readCode(baseURL ?? '', email)).toMatch(/^\d{4}$/);
    await page.keyboard.type(await readCode(baseURL ?? '', email), { delay: 30 });

    await expect(page.getByRole('heading', { name: 'My addresses' })).toBeVisible();
    await press(page, 'link', 'Add an address');
    await expect(page.getByRole('heading', { name: 'New address' })).toBeVisible();
    await tabTo(page, 'textbox', 'Pincode');
    await page.keyboard.type('500003');
    await tabTo(page, 'textbox', 'House or flat');
    await page.keyboard.type('12-3/A');
    await tabTo(page, 'textbox', 'Street or area');
    await page.keyboard.type('Karkhana Lane');
    await tabTo(page, 'radio', 'Home');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByLabel('Work')).toBeChecked();
    await tabTo(page, 'checkbox', 'Use this as my default address');
    await page.keyboard.press('Space');
    await press(page, 'button', 'Save address');
    await expect(page).toHaveURL(/\/account\/address$/);
    await expect(page.getByRole('main').getByText('Hyderabad, Telangana 500003')).toBeVisible();

    await press(page, 'button', 'Delete Work, 12-3/A');
    const dialog = page.getByRole('dialog', { name: 'Delete this address?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Delete Work, 12-3/A' })).toBeFocused();

    await page.goto('/account/profile');
    await tabTo(page, 'link', 'Edit');
    // Focusing the link hydrates the card. Before the hydration, Edit is a link to another page.
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Name')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Asha');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('definition').first()).toHaveText('Asha');
    await press(page, 'button', 'Log out everywhere');
    await expect(page.getByText('You are logged out.')).toBeVisible();
  });
}
