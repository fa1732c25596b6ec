import { expect, test } from '@playwright/test';
import { CUSTOMER_FORMS, expectInputKept, fillThenExpire, sendButton } from '#support/customer-forms.ts';
import { readCode } from '#support/mailbox.ts';

for (const form of CUSTOMER_FORMS)
  test(`a form that is submitted after the session has ended is shown again after the login: ${form.route}`, async ({
    page,
    baseURL,
  }) => {
    const { email } = await fillThenExpire(page, form, false);
    const formUrl = page.url();
    const button = sendButton(page, form);
    await button.click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.getByText(/^Please log in to (continue|submit a review)\./)).toBeVisible();
    await page.getByLabel('Email').first().fill(email);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await expect.poll(() => readCode(baseURL ?? '', email)).toMatch(/^\d{4}$/);
    await page.getByLabel('Code').fill(await readCode(baseURL ?? '', email));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(formUrl);
    await expect(page.getByText('What you wrote is still here')).toBeVisible();
    await expectInputKept(page, form);
    await button.click();
    await expect(page.getByText(form.successMessage).first()).toBeVisible();
  });
