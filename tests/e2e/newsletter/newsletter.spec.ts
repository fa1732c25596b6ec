import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { randomLetters } from '#support/e2e-inbox.ts';
import { readCode, readMails } from '#support/mailbox.ts';

const FETCH_HEADERS = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const NEWSLETTER_HEADERS = { ...FETCH_HEADERS, 'x-asked-by': 'newsletter' };

test('subscribes with three API calls, and the first response does not contain the code', async ({
  request,
  baseURL: origin = '',
}) => {
  const email = `calls-${Date.now()}@example.in`;
  const headers = { origin };
  const codeResponse = await request.get(`/frontend/subscribe/show/${encodeURIComponent(email)}`, {
    headers: NEWSLETTER_HEADERS,
  });
  const { status, message, data } = await codeResponse.json();
  expect({ status, message }).toEqual({ status: 'success', message: 'OTP sent to your email!' });
  const code = await readCode(origin, email);
  expect(data.otp).not.toContain(code);
  const earlyResponse = await request.post('/frontend/subscribe/create', { multipart: { email }, headers });
  expect(earlyResponse.status()).toBe(403);
  const update = (enteredCode: string) =>
    request.patch(`/frontend/subscribe/update/${email}`, { data: { otp: data.otp, code: enteredCode }, headers });
  const rejection = await update(code === '0000' ? '0001' : '0000');
  expect([rejection.status(), (await rejection.json()).message]).toEqual([422, 'Invalid OTP, please try again.']);
  expect((await update(code)).status()).toBe(200);
  const createResponse = await request.post('/frontend/subscribe/create', { multipart: { email }, headers });
  expect(await createResponse.json()).toMatchObject({ status: 'success', message: 'Subscription successful!' });
  const secondResponse = await request.get(`/frontend/subscribe/show/${email}`, { headers: NEWSLETTER_HEADERS });
  expect([secondResponse.status(), (await secondResponse.json()).message]).toEqual([
    409,
    'This email is already subscribed.',
  ]);

  // A one-click request from an email program (RFC 8058) does not come from the shop's origin.
  const { text = '' } = (await readMails(origin, email))[0] ?? {};
  const path = new URL(/(http\S+\/unsubscribe\/\S+)/.exec(text)?.[1] ?? '').pathname;
  const oneClickRequest = { form: { 'List-Unsubscribe': 'One-Click' }, headers: { origin: 'https://mail.example' } };
  expect((await request.post(`${path}x`, oneClickRequest)).status()).toBe(404);
  expect((await request.post(path, oneClickRequest)).status()).toBe(200);
  expect((await request.get(`/frontend/subscribe/show/${email}`, { headers: NEWSLETTER_HEADERS })).status()).toBe(200);
});

test('subscribes with the code dialog, which has the texts in product.md, "Newsletter"', async ({
  page,
  baseURL: origin = '',
}) => {
  const email = `block-${randomLetters()}@example.in`.toLowerCase();
  await page.goto('/faq');
  const htmlBefore = await page.content();
  const block = page.getByRole('region', { name: 'Subscribe to Us' });
  const field = block.getByLabel('Email');
  const button = block.getByRole('button', { name: 'Subscribe' });
  for (const [value, error] of [
    ['', 'Email is required.'],
    ['asha@example', 'Please enter a valid email address.'],
  ] as const) {
    await field.fill(value);
    await button.click();
    await expect(block.getByText(error)).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(error);
    await field.press('a');
    await expect(block.getByText(error)).toBeHidden();
  }

  await field.fill(email);
  await field.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm your email' });
  await expect(dialog).toBeVisible();
  await expect(page.getByText('OTP sent to your email!')).toBeVisible();
  const code = await readCode(origin, email);
  // The styles of the page may contain the same four digits.
  expect((await page.content()).split(code)).toHaveLength(htmlBefore.split(code).length);
  await page.keyboard.type(code === '0000' ? '0001' : '0000');
  await expect(dialog.getByText('Invalid OTP, please try again.')).toBeVisible();
  for (const box of await dialog.getByRole('textbox').all()) await expect(box).toHaveValue('');
  await page.keyboard.type(code);
  await expect(page.getByText('Subscription successful!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(field).toHaveValue('');

  await field.fill(email);
  await button.click();
  await expect(page.getByText('This email is already subscribed.')).toBeVisible();
  await expect(page).toHaveURL(/\/faq$/);
});

test('shows why a subscription failed', async ({ page }) => {
  await page.goto('/faq');
  const block = page.getByRole('region', { name: 'Subscribe to Us' });
  await block.getByLabel('Email').fill('asha@example.in');
  const responses = [
    { json: { status: 'error', message: '', data: null }, text: 'Failed to send OTP' },
    { status: 500, json: { status: 'error', message: 'x', data: null }, text: 'An error occurred, please try again.' },
    { abort: true, text: 'An error occurred, please try again.' },
    { status: 429, json: { status: 'error', message: 'Too many.', data: null }, text: 'Too many.' },
  ];
  for (const { text, abort, ...response } of responses) {
    await page.route('**/frontend/subscribe/show/**', (route) => (abort ? route.abort() : route.fulfill(response)));
    await block.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.locator('#toasts').getByText(text).last()).toBeVisible();
    await page.unroute('**/frontend/subscribe/show/**');
    await page.locator('#toasts').evaluate((toasts) => toasts.replaceChildren());
  }
});

test('the API rejects invalid addresses', async ({ request }) => {
  for (const email of ['asha', 'asha@', 'a b@example.in', `${'a'.repeat(250)}@example.in`]) {
    const path = `/frontend/subscribe/show/${encodeURIComponent(email)}`;
    const response = await request.get(path, { headers: NEWSLETTER_HEADERS });
    expect([response.status(), (await response.json()).message]).toEqual([422, 'Please enter a valid email address.']);
  }
});

test('links, pictures, prefetches, other sites and other clients do not trigger any email', async ({
  page,
  request,
  baseURL: origin = '',
}) => {
  const email = `nobody-${Date.now()}@example.in`;
  const path = `/frontend/subscribe/show/${email}`;
  const otherSite = createServer((_, res) => res.end('<!doctype html><title>Elsewhere</title>')).listen(0, '127.0.0.1');
  await once(otherSite, 'listening');
  const { port } = otherSite.address() as AddressInfo;
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes(path)) statuses.push(response.status());
  });

  await page.goto(path);
  await page.goto('/contact');
  await page.evaluate(async (address) => {
    const load = (element: HTMLElement) =>
      new Promise((resolve) => {
        element.onload = resolve;
        element.onerror = resolve;
        document.body.append(element);
      });
    await load(Object.assign(new Image(), { src: address }));
    await load(Object.assign(document.createElement('link'), { rel: 'prefetch', href: address }));
    await load(Object.assign(document.createElement('iframe'), { src: address }));
    await fetch(address);
  }, path);
  await page.goto(`http://localhost:${port}/`);
  await page.evaluate(async (address) => {
    await fetch(address, { mode: 'no-cors' }).catch(() => undefined);
    await fetch(address, { headers: { 'x-asked-by': 'newsletter' } }).catch(() => undefined);
    const picture = Object.assign(new Image(), { src: address });
    await picture.decode().catch(() => undefined);
  }, `${origin}${path}`);
  await page.goto(`${origin}${path}`);
  const incompleteHeaders: Record<string, string>[] = [
    {},
    FETCH_HEADERS,
    { 'x-asked-by': 'newsletter' },
    { ...NEWSLETTER_HEADERS, 'sec-purpose': 'prefetch' },
  ];
  for (const headers of incompleteHeaders) statuses.push((await request.get(path, { headers })).status());
  expect((await request.head(path, { headers: NEWSLETTER_HEADERS })).status()).toBe(405);
  otherSite.close();

  expect(statuses.length).toBeGreaterThan(10);
  expect([...new Set(statuses)]).toEqual([403]);
  expect(await readMails(origin, email)).toEqual([]);
});

test('the unsubscribe heading fits on one line at 360 px with text enlarged to 200 %', async ({ page }) => {
  await page.goto('/newsletter/unsubscribe/x');
  const lines = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    document.documentElement.style.fontSize = '200%';
    const range = document.createRange();
    range.selectNodeContents(heading);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
});
