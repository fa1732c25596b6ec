import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { holdScripts } from '#support/built-scripts.ts';
import { readCode, readMails } from '#support/mailbox.ts';

let customerCount = 0;
const newEmail = () => `person-${process.pid}-${Date.now()}-${customerCount++}@example.in`;
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

async function waitForCode(baseURL: string, email: string): Promise<string> {
  await expect.poll(() => readCode(baseURL, email), { timeout: 20_000 }).toMatch(/^\d{4}$/);
  return readCode(baseURL, email);
}

async function register(page: Page, baseURL: string, email: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('Digit 1 of 4').fill(await waitForCode(baseURL, email));
  await expect(page).toHaveURL(/\/account\/dashboard$/);
}

test('enables the registration button after the terms are accepted, and registers with the emailed code', async ({
  page,
  baseURL,
}) => {
  const email = newEmail();
  await page.goto('/register');
  const button = page.getByRole('button', { name: 'Register' });
  await expect(button).toBeDisabled();
  await page.getByLabel('I accept the').check();
  await expect(button).toBeEnabled();
  await button.click();
  for (const message of ['Name must be at least 3 characters long', 'Email is required', 'Mobile is required']) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await page.getByLabel('Mobile').pressSequentially('98765abc432109');
  await expect(page.getByLabel('Mobile')).toHaveValue('9876543210');
  await register(page, baseURL ?? '', email);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Asha Rao');
  await page.goto('/login');
  await expect(page, 'a logged-in customer is redirected').toHaveURL(/\/account\/dashboard$/);
});

test('keeps the input from before hydration', async ({ page }) => {
  const releaseScript = await holdScripts(page, 'RegisterForm');
  await page.goto('/register', { waitUntil: 'commit' });
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  const button = page.getByRole('button', { name: 'Register' });
  await button.evaluate((element) =>
    new MutationObserver(() => element.setAttribute('data-was-disabled', '')).observe(element, {
      attributeFilter: ['disabled'],
    }),
  );
  await page.getByRole('main').getByLabel('Email', { exact: true }).pressSequentially('asha@');
  releaseScript();
  await expect(page.locator('astro-island[ssr]').filter({ has: page.getByLabel('Mobile') })).toHaveCount(0);
  await page.keyboard.type('example.in');
  await expect(page.getByRole('main').getByLabel('Email', { exact: true })).toHaveValue('asha@example.in');
  await expect(page.getByLabel('Name')).toHaveValue('Asha Rao');
  await expect(page.getByLabel('Mobile')).toHaveValue('9876543210');
  await expect(page.getByLabel('I accept the')).toBeChecked();
  await expect(button).toBeEnabled();
  await expect(button, 'the button is never disabled, so that no click is lost').not.toHaveAttribute(
    'data-was-disabled',
  );
  await button.click();
  await expect(page.getByLabel('Digit 1 of 4')).toBeFocused();
});

test('does not lose any typed characters during the hydration of the form', async ({ page, context }) => {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 3 });
  const address = 'a-rather-long-address-that-takes-its-time@handloom.example.in';
  await page.goto('/login');
  const field = page.getByRole('main').getByLabel('Email', { exact: true });
  await field.focus();
  await page.keyboard.type(address.repeat(2));
  await expect(page.locator('astro-island[ssr]').filter({ has: field })).toHaveCount(0);
  await expect(field).toHaveValue(address.repeat(2));
});

test('logs in with a new code after three wrong codes, and returns to the requested page', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const email = newEmail();
  await register(page, baseURL ?? '', email);
  await page.context().clearCookies();
  await page.goto('/login?next=/products');
  const field = page.getByRole('main').getByLabel('Email', { exact: true });
  await field.focus();
  await page.keyboard.type('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please enter a valid email address.').first()).toBeVisible();
  await field.fill('');
  await page.keyboard.type(email.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('OTP sent successfully').first()).toBeVisible();
  const firstDigit = page.getByLabel('Digit 1 of 4');
  await expect(firstDigit).toBeFocused();
  const mailCount = (await readMails(baseURL ?? '', email)).length;
  for (let i = 0; i < 3; i++) {
    await page.keyboard.type(wrongCodeFor(await waitForCode(baseURL ?? '', email)), { delay: 30 });
    await expect(page.getByText('Invalid OTP, please try again.')).toBeVisible();
    await expect(firstDigit).toHaveValue('');
    await expect(firstDigit).toBeFocused();
  }
  await page.keyboard.type(await waitForCode(baseURL ?? '', email), { delay: 30 });
  await expect(page.getByText('This code is no longer valid.')).toBeVisible();
  const resendButton = page.getByRole('button', { name: /^Send another code/ });
  await expect(resendButton).toBeDisabled();
  await expect(resendButton).toBeEnabled({ timeout: 35_000 });
  await resendButton.click();
  await expect.poll(async () => (await readMails(baseURL ?? '', email)).length).toBeGreaterThan(mailCount);
  await expect(firstDigit).toBeFocused();
  await page.keyboard.type(await waitForCode(baseURL ?? '', email), { delay: 30 });
  await expect(page).toHaveURL(/\/products$/);
});

test('code boxes support the arrow keys, Backspace and pasting', async ({ page, baseURL }) => {
  const email = newEmail();
  await register(page, baseURL ?? '', email);
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const box = (position: number) => page.getByLabel(`Digit ${position} of 4`);
  await expect(box(1)).toBeFocused();
  await page.keyboard.type('12', { delay: 30 });
  await expect(box(3)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(box(2)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Backspace');
  await expect(box(2)).toBeFocused();
  await expect(box(2)).toHaveValue('');
  await page.keyboard.type('x');
  await expect(box(2)).toHaveValue('');
  const code = await waitForCode(baseURL ?? '', email);
  await box(2).evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text', `Your code: ${text}`);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, code);
  await expect(page).toHaveURL(/\/account\/dashboard$/);
});

test('the profile dropdown shows the customer’s name and email address, and logs out', async ({ page, baseURL }) => {
  const email = newEmail();
  await page.setViewportSize({ width: 1280, height: 800 });
  await register(page, baseURL ?? '', email);
  await page.goto('/products');
  await page.locator('[data-profile]').click();
  const menu = page.locator('.profile-menu');
  await expect(menu).toContainText('Asha Rao');
  await expect(menu).toContainText(email);
  expect(await axeViolations(page, { part: '.profile-menu' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await page.locator('[data-profile]').click();
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect((await page.request.get('/auth/customer/me')).status()).toBe(401);
});

test('shows the messages of product.md, "Login", for an unknown email address and without a network', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(newEmail());
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('user not found').first()).toBeVisible();
  await page.route('**/auth/customer/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('internal server error')).toBeVisible();
  await page.goto('/register');
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(newEmail());
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('faild tor register')).toBeVisible();
});

test('sends the code only by email, never in a response or in the dialog', async ({ page, baseURL }) => {
  const email = newEmail();
  // Only these responses are searched, because a price or size on a page may contain the four digits by chance.
  // code-secrecy.test.ts searches whole pages.
  const texts: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/auth/')) return;
    texts.push(await response.text(), (await response.headersArray()).map(({ value }) => value).join('\n'));
  });
  await page.goto('/register');
  await page.getByLabel('Name').fill('Asha Rao');
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Mobile').fill('9876543210');
  await page.getByLabel('I accept the').check();
  await page.getByRole('button', { name: 'Register' }).click();
  const code = await waitForCode(baseURL ?? '', email);
  await expect(page.getByLabel('Digit 1 of 4')).toBeVisible();
  texts.push(await page.getByRole('dialog').innerHTML());
  expect(texts.length).toBeGreaterThan(2);
  const challenge = (await page.context().cookies()).find(({ name }) => name === 'challenge');
  expect(challenge?.httpOnly).toBe(true);
  expect(texts.join('\n').match(new RegExp(`(?<![\\w-])${code}(?![\\w-])`))).toBeNull();
});

for (const path of ['/login', '/register', '/login/link?token=x']) {
  test(`axe finds no problems on ${path}, which fits a width of 320 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(path);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}
