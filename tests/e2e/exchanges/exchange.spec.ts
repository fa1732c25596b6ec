import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';
import { placeDeliveredOrder } from '#support/delivered-order.ts';
import { logInAs } from '#support/e2e-customer.ts';
import { samplePng } from '#support/sample-files.ts';

const picture = async (name: string) => ({ name, mimeType: 'image/png', buffer: await samplePng(60, 40) });

test('the dialog requires a reason, accepts pictures, and marks missing fields', async ({ page, context }) => {
  const asha = await logInAs(context, 'Asha Rao');
  const order = await placeDeliveredOrder(asha.id, 'bolpur-kantha-bandi');
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`/account/orders/${order}`, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Request an exchange' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request an exchange' });
  await dialog.getByRole('button', { name: 'Submit request' }).click();
  await expect(dialog.getByText('Please select at least one reason or provide a custom reason').first()).toBeVisible();
  await expect(dialog.getByText('Please specify if you have the original packaging').first()).toBeVisible();
  const replacement = dialog.getByLabel(/^Replacement/);
  await expect(dialog.getByText('Please choose what you want instead')).toBeVisible();
  await expect(replacement, 'the first missing field').toBeFocused();
  expect(await axeViolations(page, { part: 'dialog' })).toEqual([]);
  await replacement.selectOption({ index: 1 });
  await expect(dialog.getByText('Please choose what you want instead')).toHaveCount(0);
  await dialog.getByLabel('Size too small').check();
  await expect(dialog.getByText('Please select at least one reason or provide a custom reason')).toHaveCount(0);
  await dialog.getByLabel('Another reason').fill('<script>alert(1)</script>');
  await dialog.getByLabel('Yes').check();
  await expect(dialog.getByText('Please specify if you have the original packaging')).toHaveCount(0);
  const fileField = dialog.getByLabel(/^Images/);
  await fileField.setInputFiles([{ name: 'bill.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }]);
  await expect(dialog.getByText('bill.pdf is not a valid image file')).toBeVisible();
  await fileField.setInputFiles(await Promise.all(['1', '2', '3', '4', '5', '6'].map((n) => picture(`seam ${n}.png`))));
  await expect(dialog.getByText('Maximum 5 images allowed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit request' }).click();
  await expect(page.getByText('We are looking at your exchange request.')).toBeVisible();
  await expect(page.getByText('Exchange request submitted successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Request an exchange' })).toHaveCount(0);
  // The request remains visible, with its pictures.
  await expect(page.getByText('Size too small; <script>alert(1)</script>')).toBeVisible();
  const pictures = page.getByRole('img', { name: /^Attached picture seam/ });
  await expect(pictures).toHaveCount(5);
  await pictures.first().scrollIntoViewIfNeeded();
  await expect
    .poll(() => pictures.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('disables all controls except Cancel during a request, and keeps the input if it is cancelled or fails', async ({
  page,
  context,
}) => {
  const asha = await logInAs(context, 'Asha Rao');
  const order = await placeDeliveredOrder(asha.id, 'bolpur-kantha-bandi');
  // A wide window leaves room for a backdrop to click on.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/account/orders/${order}`, { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Request an exchange' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request an exchange' });
  await dialog.getByLabel(/^Replacement/).selectOption({ index: 1 });
  await dialog.getByLabel('Size too small').check();
  await dialog.getByLabel('Another reason').fill('The sleeves');
  await dialog.getByLabel('No', { exact: true }).check();
  await dialog.getByLabel(/^Images/).setInputFiles([await picture('seam.png')]);
  const expectInputKept = async () => {
    await expect(dialog.getByLabel('Size too small')).toBeChecked();
    await expect(dialog.getByLabel('Another reason')).toHaveValue('The sleeves');
    await expect(dialog.getByLabel('No', { exact: true })).toBeChecked();
    await expect(dialog.getByRole('list', { name: 'Chosen files' })).toContainText('seam.png');
    await expect(dialog.locator(':is(input, textarea, select, button):disabled')).toHaveCount(0);
  };

  const ROUTE = '**/public/orders/orderExchange/*';
  await page.route(ROUTE, () => {});
  await dialog.getByRole('button', { name: 'Submit request' }).click();
  await expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await expect(dialog.locator(':is(input:not([type=hidden]), textarea, select, button):enabled')).toHaveText([
    'Cancel',
  ]);
  expect(await axeViolations(page, { part: 'dialog' })).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectInputKept();
  await expect(dialog.getByRole('button', { name: 'Submit request' })).toBeFocused();

  await page.unroute(ROUTE);
  await page.route(ROUTE, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Submit request' }).click();
  await expect(dialog.getByRole('alert').getByText('Failed to submit exchange request')).toBeVisible();
  await expectInputKept();

  await page.unroute(ROUTE);
  await page.route(ROUTE, (route) =>
    route.fulfill({ status: 503, json: { status: 'error', message: 'There is no space right now.', data: null } }),
  );
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('alert').getByText('There is no space right now.')).toBeVisible();
  await expectInputKept();

  await page.unroute(ROUTE);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Exchange request submitted successfully')).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('rejects another customer’s order, a wrong order ID in the body, and invalid pictures', async ({
  page,
  context,
  browser,
}) => {
  const asha = await logInAs(context, 'Asha Rao');
  const order = await placeDeliveredOrder(asha.id, 'bolpur-kantha-bandi');
  const post = (images: { name: string; mimeType: string; buffer: Buffer }[], orderId = order, sender = page) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      orderId,
      reasons: '["Quality issues"]',
      hasOriginalPackaging: 'false',
    }))
      form.append(name, value);
    for (const { name, mimeType, buffer } of images)
      form.append('images', new File([new Uint8Array(buffer)], name, { type: mimeType }));
    return sender.request.post(`/public/orders/orderExchange/${order}`, {
      multipart: form,
      headers: { origin: new URL(page.url()).origin, accept: 'application/json' },
    });
  };
  await page.goto('/account/orders');
  const statusAndMessage = async (response: Awaited<ReturnType<typeof post>>) => [
    response.status(),
    (await response.json()).message,
  ];
  expect(await statusAndMessage(await post([], 'another'))).toEqual([
    422,
    'The order in the request differs from the order in its URL.',
  ]);
  const pdf = { name: 'seam.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ') };
  expect((await statusAndMessage(await post([pdf])))[1]).toBe('seam.jpg is not a valid image file');
  const largePicture = {
    ...(await picture('large.png')),
    buffer: Buffer.concat([await samplePng(60, 40), Buffer.alloc(5_242_880)]),
  };
  expect((await statusAndMessage(await post([largePicture])))[1]).toBe('large.png is too large. Maximum size is 5MB');
  const sixPictures = await Promise.all(['1', '2', '3', '4', '5', '6'].map((n) => picture(`${n}.png`)));
  expect((await statusAndMessage(await post(sixPictures)))[1]).toBe('Maximum 5 images allowed');
  const belasContext = await browser.newContext();
  await logInAs(belasContext, 'Bela');
  const belasPage = await belasContext.newPage();
  expect((await post([], order, belasPage)).status()).toBe(404);
  await belasContext.close();
  expect(await statusAndMessage(await post([await picture('seam.png')]))).toEqual([
    200,
    'Exchange request submitted successfully',
  ]);
  expect((await post([])).status(), 'one open request per order').toBe(409);
});
