import { expect, type Page, test } from '@playwright/test';
import { placeDeliveredOrder } from '#support/delivered-order.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { type FlakyProxy, startFlakyProxy } from '#support/flaky-proxy.ts';
import { samplePng } from '#support/sample-files.ts';

const MEGABYTE = 1024 * 1024;
const LARGE_FILE = { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(8 * MEGABYTE, 'a') };
const SMALL_FILE = { name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.from('one kurta') };
const LARGE_PICTURE = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(4 * MEGABYTE, 'a') };
const PNG = { name: 'seam.png', mimeType: 'image/png', buffer: await samplePng(60, 40) };

let proxy: FlakyProxy;
/** The address of the proxy through which the shop is reached, and which drops connections. */
let shopUrl: string;
test.beforeAll(async () => {
  proxy = await startFlakyProxy(Number(process.env.E2E_PORT));
  shopUrl = `http://127.0.0.1:${proxy.port}`;
});
test.afterAll(() => proxy.close());

/** Sends a form whose upload fails, and returns to the form from the error page of the browser. */
async function failUploadAndGoBack(page: Page, button: string, fault: FlakyProxy['fault']): Promise<void> {
  proxy.fault = fault;
  await page.getByRole('button', { name: button }).click({ noWaitAfter: true });
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  proxy.fault = 'none';
  await page.goBack();
}

test('Back restores a ticket and a reply whose upload failed, and each is stored only once', async ({
  page,
  context,
}) => {
  await logInAs(context, 'Asha Rao');
  await page.goto(`${shopUrl}/account/support-ticket`);
  await page.getByLabel('Subject').fill('Torn seam');
  await page.getByLabel('Priority').selectOption('low');
  await page.getByLabel('Message').fill('The left seam is torn.\nSee the picture.');
  for (const fault of [2 * MEGABYTE, 'down'] as const) {
    await page.getByLabel(/^Files/).setInputFiles([SMALL_FILE, LARGE_FILE]);
    await failUploadAndGoBack(page, 'Submit ticket', fault);
    await expect(page.getByLabel('Subject')).toHaveValue('Torn seam');
    await expect(page.getByLabel('Priority')).toHaveValue('low');
    await expect(page.getByLabel('Message')).toHaveValue('The left seam is torn.\nSee the picture.');
  }
  await page.getByLabel(/^Files/).setInputFiles([SMALL_FILE]);
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByRole('heading', { name: 'We have your ticket' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Torn seam/ })).toHaveCount(1);

  await page.getByRole('link', { name: 'See the ticket' }).click();
  await page.getByLabel('Description').fill('Both seams are.');
  await page.getByLabel(/^Files/).setInputFiles([LARGE_FILE]);
  await failUploadAndGoBack(page, 'Send reply', 2 * MEGABYTE);
  await expect(page.getByLabel('Description')).toHaveValue('Both seams are.');
  await page.getByLabel(/^Files/).setInputFiles([SMALL_FILE]);
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('Reply sent successfully')).toBeVisible();
  await expect(page.getByText('Both seams are.')).toHaveCount(1);
});

test('Back restores an exchange whose upload failed', async ({ page, context }) => {
  const asha = await logInAs(context, 'Asha Rao');
  const order = await placeDeliveredOrder(asha.id, 'bolpur-kantha-bandi');
  await page.goto(`${shopUrl}/account/orders/${order}/exchange`);
  await page.getByLabel(/^Replacement/).selectOption({ index: 1 });
  await page.getByLabel('Quality issues').check();
  await page.getByLabel('Another reason').fill('The seam is torn');
  await page.getByLabel('No', { exact: true }).check();
  await page.getByLabel(/^Images/).setInputFiles([LARGE_PICTURE]);
  await failUploadAndGoBack(page, 'Submit request', MEGABYTE);
  await expect(page.getByLabel('Quality issues')).toBeChecked();
  await expect(page.getByLabel('Another reason')).toHaveValue('The seam is torn');
  await expect(page.getByLabel('No', { exact: true })).toBeChecked();
  await page.getByLabel(/^Images/).setInputFiles([PNG]);
  await page.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('Exchange request submitted successfully')).toBeVisible();
});
