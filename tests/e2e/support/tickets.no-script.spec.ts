import { expect, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';
import { SAMPLE_EXE, samplePng } from '#support/sample-files.ts';

const LIST = '/account/support-ticket';
const PNG = { name: 'seam.png', mimeType: 'image/png', buffer: await samplePng(300, 200) };

test('a visitor who is not logged in gets a login and registration form, with status 401', async ({ page }) => {
  const response = await page.goto(LIST);
  expect(response?.status()).toBe(401);
  await expect(page.getByRole('heading', { name: 'Login / register' })).toBeVisible();
});

test('a ticket with a file can be opened and replied to with plain forms', async ({ page, context }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto(LIST);
  await page.getByLabel('Subject').fill('Torn seam');
  await page.getByLabel('Priority').selectOption('low');
  await page.getByLabel('Message').fill('The left seam is torn.');
  await page.getByLabel(/^Files/).setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: SAMPLE_EXE }]);
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByRole('main').getByText('File type not allowed: a.png')).toBeVisible();
  await expect(page.getByLabel('Subject')).toHaveValue('Torn seam');
  await expect(page.getByLabel('Priority')).toHaveValue('low');
  await expect(page.getByLabel('Message')).toHaveValue('The left seam is torn.');
  await page.getByLabel(/^Files/).setInputFiles([PNG]);
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByRole('heading', { name: 'We have your ticket' })).toBeVisible();
  await expect(page.getByText('Support ticket created successfully')).toBeVisible();

  await page.getByRole('link', { name: 'See the ticket' }).click();
  await expect(page.getByRole('img', { name: 'Attached picture seam.png' })).toBeVisible();
  await page.getByLabel('Description').fill('See this:');
  await page.getByLabel(/^Files/).setInputFiles([{ name: 'b.png', mimeType: 'image/png', buffer: SAMPLE_EXE }]);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByRole('main').getByText('File type not allowed: b.png')).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('See this:');
  await page.reload();
  await expect(page.getByLabel('Description')).toHaveValue('');
  const reply = 'Line one\nline two';
  await page.getByLabel('Description').fill(reply);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Reply sent successfully')).toBeVisible();
  await expect(page.getByText('line two')).toBeVisible();
});

test('responds with 404 for another customer’s ticket', async ({ page, context, browser }) => {
  await logInAs(context, 'Asha Rao');
  await page.goto(LIST);
  await page.getByLabel('Subject').fill('Private');
  await page.getByLabel('Priority').selectOption('low');
  await page.getByLabel('Message').fill('Only for my own eyes.');
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await page.getByRole('link', { name: 'See the ticket' }).click();
  const ticketUrl = page.url();
  const otherContext = await browser.newContext({ javaScriptEnabled: false });
  await logInAs(otherContext, 'Bala');
  const otherPage = await otherContext.newPage();
  expect((await otherPage.goto(ticketUrl))?.status()).toBe(404);
  await expect(otherPage.getByText('Only for my own eyes.')).toHaveCount(0);
  await otherContext.close();
});
