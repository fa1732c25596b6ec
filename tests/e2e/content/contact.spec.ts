import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { holdScripts, scriptPattern } from '#support/built-scripts.ts';

test.describe('contact', () => {
  const VALID = { Name: 'Asha Rao', Mobile: '9876543210', Email: 'asha@example.in', Message: 'Do you dye to order?' };
  type Label = keyof typeof VALID;

  async function fill(page: Page, values: Record<Label, string>): Promise<void> {
    for (const [label, value] of Object.entries(values))
      await section(page).getByLabel(label, { exact: true }).fill(value);
  }
  const section = (page: Page) => page.getByRole('region', { name: 'Get In Touch' });
  const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click();

  test('every invalid value has a message, which disappears when the value is edited', async ({ page }) => {
    await page.goto('/contact');
    const invalidValues: [Label, string, string][] = [
      ['Name', '', 'Name is required'],
      ['Name', 'Al', 'Name must be at least 3 characters long'],
      ['Mobile', '', 'Mobile number is required'],
      ['Mobile', '987654321', 'Mobile must be 10 digits'],
      ['Email', '', 'Email is required'],
      ['Email', 'asha@example', 'Please enter a valid email address'],
      ['Message', '  ', 'Message is required'],
    ];
    for (const [label, value, message] of invalidValues) {
      await fill(page, { ...VALID, [label]: value });
      await send(page);
      await expect(page.getByText(message, { exact: true })).toBeVisible();
      const field = section(page).getByLabel(label, { exact: true });
      await expect(field).toBeFocused();
      await expect(field).toHaveAccessibleDescription(message);
      await field.press('End');
      await field.pressSequentially(label === 'Mobile' ? '1' : 'a');
      await expect(page.getByText(message, { exact: true })).toBeHidden();
    }
  });

  test('the name field accepts only letters and spaces, and the mobile field only ten digits', async ({ page }) => {
    await page.goto('/contact');
    const name = section(page).getByLabel('Name', { exact: true });
    await name.click();
    await expect(page.locator('form[novalidate]')).toBeVisible();
    await name.pressSequentially('As2ha! Rao');
    await expect(name).toHaveValue('Asha Rao');
    const mobile = section(page).getByLabel('Mobile', { exact: true });
    await mobile.pressSequentially('98a7654 321099');
    await expect(mobile).toHaveValue('9876543210');
  });

  test('a message is sent, and the form is cleared', async ({ page }) => {
    await page.goto('/contact');
    await fill(page, VALID);
    await send(page);
    await expect(page.getByText('Contact submitted successfully')).toBeVisible();
    await expect(section(page).getByLabel('Message', { exact: true })).toHaveValue('');
  });

  test('keeps the input if the shop can’t be reached', async ({ page }) => {
    await page.goto('/contact');
    await page.route('**/public/contact/create', (route) => route.abort());
    await fill(page, VALID);
    await send(page);
    await expect(page.getByText('Failed to submit')).toBeVisible();
    await expect(section(page).getByLabel('Message', { exact: true })).toHaveValue(VALID.Message);
  });

  test('keeps input and clicks from before the script is loaded', async ({ page }) => {
    const releaseScripts = await holdScripts(page, 'hydrate-contact-form', 'react', 'hydrate');
    await page.goto('/contact');
    await fill(page, { ...VALID, Mobile: '987654321' });
    await send(page);
    await expect(page.locator('form[novalidate]')).toHaveCount(0);
    releaseScripts();
    await expect(page.getByText('Mobile must be 10 digits')).toBeVisible();
    await expect(section(page).getByLabel('Message', { exact: true })).toHaveValue(VALID.Message);
    await section(page).getByLabel('Mobile', { exact: true }).press('End');
    await section(page).getByLabel('Mobile', { exact: true }).pressSequentially('0');
    await send(page);
    await expect(page.getByText('Contact submitted successfully')).toBeVisible();
  });

  test('submits the plain form if the script can’t be loaded', async ({ page }) => {
    await page.route(scriptPattern('hydrate-contact-form'), (route) => route.abort());
    await page.goto('/contact');
    await fill(page, VALID);
    await send(page);
    await expect(page.getByText('Contact submitted successfully')).toBeVisible();
    await expect(page.locator('form[novalidate]')).toHaveCount(0);
  });

  test('the server also validates the form', async ({ request, baseURL }) => {
    const response = await request.post('/public/contact/create', {
      headers: { origin: baseURL ?? '' },
      data: { name: 'Asha2', mobile: '1', email: 'x', content: '' },
    });
    expect(response.status()).toBe(422);
    expect((await response.json()).fields).toEqual({
      name: 'Name should not contain numbers',
      mobile: 'Mobile must be 10 digits',
      email: 'Please enter a valid email address',
      content: 'Message is required',
    });
  });

  test('the panel “Reach us” lists other ways to reach the shop', async ({ page }) => {
    await page.goto('/contact');
    const panel = page.getByRole('region', { name: 'Reach us' });
    await expect(panel).toContainText(/\+91 \d{10}/);
    await expect(panel).toContainText('Mon-Sat');
    await expect(panel).toContainText('7:30am-8:00pm PST');
    await expect(panel).toContainText('9:00am-5:00pm PST');
  });
});

test('axe finds no problems in the contact form with errors', async ({ page }) => {
  await page.goto('/contact');
  // Until the form's script is loaded, the browser reports missing values in its own words, so the click is repeated.
  await expect(async () => {
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Name is required')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const violations = await axeViolations(page);
  expect(violations).toEqual([]);
});
