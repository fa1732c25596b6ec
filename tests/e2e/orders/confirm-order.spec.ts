import { expect } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { axeViolations } from '#support/axe.ts';
import { confirmByLink, placeUnconfirmedOrder } from '#support/confirm-order-journey.ts';

test.slow();

test('a guest changes the address of a cash order and confirms the order', async ({ page, db }) => {
  await confirmByLink(page, db);
});

test('the confirmation page with its forms for the address and the cancellation is accessible at 320 px', async ({
  page,
  db,
}) => {
  const { path } = await placeUnconfirmedOrder(page, db, `confirm-axe-${Date.now()}@example.in`);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(path.replace('/track/', '/confirm/'));
  await page.getByText('Change the address').click();
  await page.getByText('Cancel the order').click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await axeViolations(page, { part: 'main', checksTargetSize: true })).toEqual([]);
});

test('staff see unconfirmed orders, request a confirmation through WhatsApp, and confirm an order by phone', async ({
  page,
  db,
  signIn,
}) => {
  const { id } = await placeUnconfirmedOrder(page, db, `confirm-staff-${Date.now()}@example.in`);
  await signIn('packer');
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Cash orders that customers have not confirmed' }).click();
  await page.locator(`a[href="/admin/orders/${id}"]`).click();
  const panel = page.getByRole('region', { name: 'Not confirmed by the customer' });
  const whatsApp = await panel.getByRole('link', { name: 'Ask by WhatsApp' }).getAttribute('href');
  expect(decodeURIComponent(whatsApp ?? '')).toMatch(/^https:\/\/wa\.me\/919876543210\?text=.+\/orders\/confirm\//s);
  await expect(panel.getByRole('link', { name: 'Call 9876543210' })).toHaveAttribute('href', 'tel:+919876543210');
  await expect(page.getByRole('button', { name: 'Set to processing' })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Confirmed by phone' }).click();
  await expect(page.getByRole('status')).toContainText('is confirmed. It can be packed now.');
  await expect(page.getByRole('button', { name: 'Set to processing' })).toBeVisible();
});
