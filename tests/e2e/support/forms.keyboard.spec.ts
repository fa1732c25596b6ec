import { expect, type Page, test } from '@playwright/test';
import { placeDeliveredOrder } from '#support/delivered-order.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { press, tabTo, tabToLocator } from '#support/keyboard.ts';
import { samplePng } from '#support/sample-files.ts';

test.use({ viewport: { width: 320, height: 640 } });
test.beforeEach(({ page }) => {
  test.slow();
  // The listener is added first, because a listener that is added with the key press may be too late.
  page.on('filechooser', (chooser) => void chooser.setFiles([SEAM_PICTURE]));
});

const SEAM_PICTURE = { name: 'seam.png', mimeType: 'image/png', buffer: await samplePng(60, 40) };

/** Moves to the file field with the Tab key, and opens the file chooser with a key. The chooser returns the picture. */
async function chooseFile(page: Page, label: RegExp = /^Files/): Promise<void> {
  await tabToLocator(page, page.getByLabel(label), 'the field for files');
  await page.keyboard.press('Space');
  await expect(page.getByRole('list', { name: 'Chosen files' })).toContainText('seam.png');
}

test('a review can be written, edited and deleted with only the keyboard', async ({ page, context }) => {
  await logInAs(context, 'Meera Iyer');
  await page.goto('/products/jharna-leheriya-sundress');
  await press(page, 'link', 'Skip to content');
  await press(page, 'link', /^Reviews/);
  await expect(page.locator('[data-reviews]')).toBeVisible();
  await tabTo(page, 'radio', '5 out of 5 stars');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '4 out of 5 stars' })).toBeChecked();
  await tabTo(page, 'textbox', 'Your review');
  const summary = `It shines, ${Date.now()}`;
  await page.keyboard.type(`${summary}.`);
  await tabTo(page, 'radio', 'Runs small');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'True to size' })).toBeChecked();
  await press(page, 'button', 'Submit review');
  const review = page.locator('.review', { hasText: summary });
  await expect(review).toBeVisible();
  await expect(review, 'the focus is on the new review').toBeFocused();

  // The links for the customer's own review appear later than the list.
  await expect(review.getByRole('link', { name: 'Edit' })).toBeVisible();
  await press(page, 'link', 'Edit');
  await expect(page.getByRole('textbox', { name: 'Your review' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`${summary}, no more.`);
  await press(page, 'button', /^(Save|Submit) review$/);
  await expect(review).toContainText('no more');
  await expect(review).toBeFocused();

  await expect(review.getByRole('link', { name: 'Delete' })).toBeVisible();
  await press(page, 'link', 'Delete');
  const modal = page.getByRole('dialog', { name: 'Confirm Deletion' });
  await expect(modal.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
  await expect(review.getByRole('link', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(modal.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, 'button', 'Delete');
  await expect(review).toHaveCount(0);
  await expect(page.locator('[data-reviews]'), 'the focus is on the list').toBeFocused();
});

test('a ticket with a file can be opened and replied to with only the keyboard', async ({ page, context }) => {
  await logInAs(context, 'Meera Iyer');
  await page.goto('/account/support-ticket', { waitUntil: 'networkidle' });
  await press(page, 'link', 'Skip to content');
  await press(page, 'button', 'Submit ticket');
  await expect(page.getByLabel('Subject'), 'the first invalid field').toBeFocused();
  await page.keyboard.type('Torn seam');
  await tabTo(page, 'combobox', 'Priority');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('Priority')).toHaveValue('medium');
  await tabTo(page, 'textbox', 'Message');
  await page.keyboard.type('The left seam is torn.');
  await chooseFile(page);
  await press(page, 'button', 'Remove seam.png');
  await expect(page.getByLabel(/^Files/), 'the focus is not lost with the removed element').toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await chooseFile(page);
  await page.route('**/public/support-ticket/create', () => {});
  await press(page, 'button', 'Submit ticket');
  await press(page, 'button', 'Cancel');
  await expect(page.getByRole('button', { name: 'Submit ticket' })).toBeFocused();
  await page.unroute('**/public/support-ticket/create');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'We have your ticket' })).toBeVisible();

  await press(page, 'link', 'See the ticket');
  await expect(page.getByRole('img', { name: 'Attached picture seam.png' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await tabTo(page, 'textbox', 'Description');
  await page.keyboard.type('And the right one.');
  await chooseFile(page);
  await press(page, 'button', 'Send reply');
  await expect(page.getByText('Reply sent successfully')).toBeVisible();
  await expect(page.getByText('And the right one.')).toBeVisible();
});

test('an exchange can be requested with only the keyboard', async ({ page, context }) => {
  const meera = await logInAs(context, 'Meera Iyer');
  const order = await placeDeliveredOrder(meera.id, 'bolpur-kantha-bandi');
  await page.goto(`/account/orders/${order}`, { waitUntil: 'networkidle' });
  await press(page, 'link', 'Request an exchange');
  const dialog = page.getByRole('dialog', { name: 'Request an exchange' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Request an exchange' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, 'combobox', /^Replacement/);
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'checkbox', 'Quality issues');
  await page.keyboard.press('Space');
  await tabTo(page, 'textbox', 'Another reason');
  await page.keyboard.type('The seam is torn.');
  await tabTo(page, 'radio', 'Yes');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'No', exact: true })).toBeChecked();
  await chooseFile(page, /^Images/);
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Remove seam.png' })).toBeFocused();
  await press(page, 'button', 'Submit request');
  await expect(page.getByText('Exchange request submitted successfully')).toBeVisible();
  await expect(page.getByText('We are looking at your exchange request.')).toBeVisible();
});
