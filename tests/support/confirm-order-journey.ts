import { expect, type Page } from '@playwright/test';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { awaitConfirmation } from './cash-confirmation.ts';
import { placeGuestOrder } from './e2e-order.ts';

/** Places a guest's cash order that waits for confirmation. Returns the order's id and the path of its page. */
export async function placeUnconfirmedOrder(page: Page, db: ShopDatabase, email: string) {
  const path = await placeGuestOrder(page, email);
  const id = /track\/([^.]+)\./.exec(path)?.[1] ?? '';
  await awaitConfirmation(db, id);
  return { path, id };
}

/** Places a cash order, follows its link for the confirmation, changes the address, and confirms the order. */
export async function confirmByLink(page: Page, db: ShopDatabase): Promise<void> {
  const { path, id } = await placeUnconfirmedOrder(page, db, `confirm-${Date.now()}@example.in`);
  const row = () => db.write.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await page.goto(`${path}?placed=1`);
  await expect(page.getByRole('heading', { name: 'Please confirm your order' })).toBeVisible();
  await page.getByRole('link', { name: 'Confirm or change the order' }).click();
  await expect(page).toHaveURL(/\/orders\/confirm\//);
  const response = await page.reload();
  expect(await response?.headerValue('cache-control')).toBe('private, no-store');
  expect(await response?.headerValue('referrer-policy')).toBe('same-origin');
  expect((await row()).awaits_confirmation, 'opening the link changes nothing').toBe(1);

  await page.getByText('Change the address').click();
  const house = page.getByLabel('House or flat');
  await house.fill('22, Sea View');
  await page.getByLabel('Pincode').fill('400001');
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(house).toHaveValue('22, Sea View');
  await page.getByLabel('Pincode').fill('560001');
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText('Address saved')).toBeVisible();
  expect(JSON.parse((await row()).address_json)).toMatchObject({ house: '22, Sea View', pincode: '560001' });

  await page.getByRole('button', { name: 'Confirm the order' }).click();
  await expect(page.getByRole('heading', { name: 'Your order is confirmed' })).toBeVisible();
  expect((await row()).awaits_confirmation).toBe(0);
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Your order is confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByText('Your order has been placed. We are getting it ready.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Confirm or change the order' })).toHaveCount(0);
}

export async function cancelByLink(page: Page, db: ShopDatabase): Promise<void> {
  const { path } = await placeUnconfirmedOrder(page, db, `confirm-not-${Date.now()}@example.in`);
  await page.goto(path.replace('/track/', '/confirm/'));
  await page.getByText('Cancel the order').click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
  await expect(page.getByRole('heading', { name: 'This order is cancelled' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirm the order' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page).toHaveURL(/\/cart$/);
}
