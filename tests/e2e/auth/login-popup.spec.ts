import { expect, type Page, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { readCode } from '#support/mailbox.ts';

const PRODUCT_PATH = '/products/godavari-indigo-straight-kurta';
let customerCount = 0;

async function waitForCode(origin: string, email: string): Promise<string> {
  await expect.poll(() => readCode(origin, email)).toMatch(/^\d{4}$/);
  return readCode(origin, email);
}

/** Registers a new customer, and logs the page's browser in as this customer. Returns the customer's email address. */
async function registerCustomer(page: Page, origin: string): Promise<string> {
  const email = `popup-${process.pid}-${Date.now()}-${customerCount++}@example.in`;
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`/auth/customer/${path}`, { data, headers: { origin } });
    expect(response.status(), await response.text()).toBe(200);
  };
  await post('register', { name: 'Asha Rao', email, mobile: '9876543210', termsAndCondtion: true });
  await post('verify', { email, otp: await waitForCode(origin, email) });
  return email;
}

test('opens the login dialog over a product page, and continues to the target of the link', async ({
  page,
  baseURL,
}) => {
  const email = await registerCustomer(page, baseURL ?? '');
  await page.context().clearCookies();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${PRODUCT_PATH}?editreview=0`);
  const link = page.getByRole('link', { name: 'Log in', exact: true });
  await page.getByText('Reviews', { exact: false }).first().scrollIntoViewIfNeeded();
  await link.evaluate((element) => element.closest('[hidden]')?.removeAttribute('hidden'));
  await link.click();
  const login = page.getByRole('dialog', { name: 'Login' });
  await expect(login).toBeVisible();
  await expect(login.getByLabel('Email')).toBeFocused();
  expect(await axeViolations(page, { part: 'dialog' })).toEqual([]);

  await page.keyboard.press('Escape');
  await expect(login).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await login.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Enter the code' });
  await expect(dialog.getByLabel('Digit 1 of 4')).toBeFocused();
  const message = page.getByText('OTP sent successfully');
  await expect(message).toBeVisible();
  expect(await isOnTop(message), 'nothing covers the message').toBe(true);
  expect(await axeViolations(page, { part: 'dialog' })).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  await page.keyboard.press('Escape');
  await expect(dialog, 'Escape closes the upper of two dialogs').toHaveCount(0);
  await expect(login).toBeVisible();
  await login.getByRole('button', { name: 'Send me a code' }).click();
  await expect(dialog.getByLabel('Digit 1 of 4')).toBeFocused();
  await page.keyboard.type(await waitForCode(baseURL ?? '', email), { delay: 30 });
  await expect(page).toHaveURL(/editreview=1/);
  expect((await page.request.get('/auth/customer/me')).status()).toBe(200);
});

function isOnTop(message: ReturnType<Page['getByText']>): Promise<boolean> {
  return message.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    // Messages ignore pointer events, so the test enables them for this message and its ancestors.
    for (let node: HTMLElement | null = element as HTMLElement; node; node = node.parentElement)
      node.style.pointerEvents = 'auto';
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
}

test('the phone menu offers Login to visitors and the account to customers', async ({ page, baseURL }) => {
  await page.goto('/faq');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.locator('#mobile-menu');
  await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'My account' })).toHaveCount(0);
  await expect(menu.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  await registerCustomer(page, baseURL ?? '');
  await page.reload();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(menu.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/account/profile');
  await menu.getByRole('link', { name: 'My account' }).click();
  await expect(page).toHaveURL(/\/account\/dashboard$/);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await menu.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('You are logged out.')).toBeVisible();
  expect((await page.request.get('/auth/customer/me')).status()).toBe(401);
});

test('returns to a search in Devanagari after the login', async ({ page, baseURL }) => {
  const email = await registerCustomer(page, baseURL ?? '');
  await page.context().clearCookies();
  const form = { email, next: '/search?search=कुर्ता' };
  const headers = { origin: baseURL ?? '', accept: 'text/html' };
  await page.request.post('/auth/customer/login', { form, headers, maxRedirects: 0 });
  const otp = await waitForCode(baseURL ?? '', email);
  const response = await page.request.post('/auth/customer/verify', { form: { otp }, headers, maxRedirects: 0 });
  expect(response.status()).toBe(303);
  expect(decodeURIComponent(response.headers().location ?? '')).toBe('/search?search=कुर्ता');
});

test('axe finds no problems on the code page, which fits a width of 320 px', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const email = await registerCustomer(page, baseURL ?? '');
  await page.context().clearCookies();
  await page.request.post('/auth/customer/login', { data: { email }, headers: { origin: baseURL ?? '' } });
  await page.goto('/verify');
  await expect(page.getByLabel('Digit 1 of 4')).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
