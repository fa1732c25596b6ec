import { expect, test } from '@playwright/test';
import { logInAs } from '#support/e2e-customer.ts';
import { SAMPLE_PDF, samplePng } from '#support/sample-files.ts';

test('rejects invalid profile images with a message, then stores, shows and removes a valid image', async ({
  page,
  context,
}) => {
  await logInAs(context, 'Asha Rao');
  await page.goto('/account/profile', { waitUntil: 'networkidle' });
  const field = page.getByLabel('Profile image');
  await field.setInputFiles([{ name: 'me.pdf', mimeType: 'application/pdf', buffer: SAMPLE_PDF }]);
  await expect(page.getByText('Please select a valid image file (JPG, PNG, GIF)')).toBeVisible();
  await field.setInputFiles([{ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(6 * 1024 * 1024) }]);
  await expect(page.getByText('Image size should be less than 5MB')).toBeVisible();
  await field.setInputFiles([{ name: 'me.png', mimeType: 'image/png', buffer: await samplePng(300, 200) }]);
  const image = page.getByRole('img', { name: 'Your profile' });
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(384);
  await page.reload();
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(384);
  await page.getByRole('button', { name: 'Remove image' }).click();
  await expect(page.getByText('Profile image removed')).toBeVisible();
  await expect(image).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Profile image')).toBeVisible();
  await expect(image).toHaveCount(0);
});
