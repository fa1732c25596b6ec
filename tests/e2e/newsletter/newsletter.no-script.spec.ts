import { expect, test } from '@playwright/test';
import { randomLetters } from '#support/e2e-inbox.ts';
import { readCode, readMails } from '#support/mailbox.ts';

test('a visitor subscribes with plain forms and an emailed code, and unsubscribes', async ({
  page,
  baseURL: origin = '',
}) => {
  const email = `plain-${randomLetters()}@example.in`.toLowerCase();
  await page.goto('/faq');
  const block = page.getByRole('region', { name: 'Subscribe to Us' });
  await block.getByLabel('Email').fill(email);
  await block.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(/\/newsletter\/code$/);
  await expect(page.getByText('OTP sent to your email!')).toBeVisible();
  const code = await readCode(origin, email);
  // The styles of the page may contain the same four digits.
  expect((await page.content()).replace(/<style.*?<\/style>/gs, '')).not.toContain(code);

  await page.getByLabel('Code').fill(code === '0000' ? '0001' : '0000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Invalid OTP, please try again.').first()).toBeVisible();
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Subscription successful!')).toBeVisible();

  await page.goto('/contact');
  await block.getByLabel('Email').fill(email);
  await block.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('This email is already subscribed.')).toBeVisible();

  const unsubscribeUrl =
    /(http\S+\/newsletter\/unsubscribe\/\S+)/.exec((await readMails(origin, email))[0]?.text ?? '')?.[1] ?? '';
  const { pathname } = new URL(unsubscribeUrl);
  await page.goto(pathname);
  await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { name: 'You are unsubscribed.' })).toBeVisible();
  await page.goto(`${pathname}x`);
  await expect(page.getByText('This link is not valid.')).toBeVisible();
});
