import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { test } from '#support/admin-test.ts';
import { photographWithLocation } from '#support/sample-files.ts';

/** Returns a photo of twelve megapixels and several MB, like photos from phones, and a small photo. */
async function createPhotos(): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const largePhoto = await sharp({ create: { width: 4_000, height: 3_000, channels: 3, background: '#fff', noise } })
    .jpeg()
    .toBuffer();
  const smallPhoto = await photographWithLocation('jpeg', 600, 400);
  expect(largePhoto.length).toBeGreaterThan(3_000_000);
  return [largePhoto, smallPhoto].map((buffer, index) => ({
    name: `IMG_${index}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }));
}

/** Drops the response to the first picture, so that the page sends the picture again. Collects the request sizes. */
async function dropFirstResponse(page: Page): Promise<number[]> {
  const requestBytes: number[] = [];
  await page.route('**/pictures/add', async (route) => {
    requestBytes.push(Number(route.request().headers()['content-length'] ?? route.request().postDataBuffer()?.length));
    const response = await route.fetch();
    if (requestBytes.length === 1) await route.abort();
    else await route.fulfill({ response });
  });
  return requestBytes;
}

const pictureRegion = (page: Page) => page.getByRole('region', { name: 'Pictures' });
const pictureRows = (page: Page) => pictureRegion(page).getByRole('listitem');

for (const { width, hasScript } of [
  { width: 360, hasScript: true },
  { width: 1280, hasScript: false },
]) {
  test.describe(`at ${width} px, ${hasScript ? 'with' : 'without'} JavaScript`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch: hasScript, javaScriptEnabled: hasScript });

    test('a draft with photos and twelve variants is created, edited, previewed and duplicated', async ({
      page,
      signIn,
    }) => {
      await signIn();
      const name = `Chanderi Kurta ${width} ${Date.now()}`;

      await page.goto('/admin/products');
      await page.getByRole('link', { name: 'New product' }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Price ₹').fill('1,299');
      await page.getByLabel('Stock of each variant').fill('3');
      await page.getByLabel('Pictures from this device').setInputFiles(await createPhotos());
      await page.getByLabel('Values, such as S, M').fill('S, M, L, XL');
      await page.getByLabel('Values, such as Rust').fill('Rust, Indigo, White');
      const requestBytes = hasScript ? await dropFirstResponse(page) : undefined;
      await page.getByRole('button', { name: 'Create the draft' }).click();

      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page.locator('.variant-row')).toHaveCount(12);
      await expect(page.getByRole('group', { name: 'XL / White' }).getByLabel('Stock')).toHaveValue('3');
      await expect(pictureRows(page)).toHaveCount(2);
      await expect(pictureRows(page).first().getByText('Missing.')).toBeVisible();
      if (requestBytes) {
        expect(requestBytes).toHaveLength(3);
        expect(Math.max(...requestBytes)).toBeLessThan(2_500_000);
      }

      await pictureRows(page).nth(0).getByLabel('Description').fill('The whole kurta');
      await pictureRows(page).nth(1).getByLabel('Description').fill('Rust, from the front');
      await pictureRows(page).nth(1).getByLabel('Colour').selectOption('Rust');
      await pictureRows(page).nth(1).getByRole('button', { name: 'Make first' }).click();
      await expect(pictureRows(page).first().getByLabel('Description')).toHaveValue('Rust, from the front');
      await expect(pictureRows(page).first().getByLabel('Colour')).toHaveValue('Rust');
      await expect(page.getByText('Missing.')).toHaveCount(0);

      await pictureRows(page).first().getByRole('link', { name: 'Crop' }).click();
      if (hasScript) {
        await page.getByLabel('Zoom').fill('2');
        await expect(page.locator('[name=width]')).toHaveValue(/^0\.[1-9]/);
      }
      await page.getByRole('button', { name: 'Crop to 4:5' }).click();
      await expect(page.getByRole('status').first()).toHaveText('The picture is cropped.');
      await expect(pictureRows(page).first().getByLabel('Description')).toHaveValue('Rust, from the front');

      await page.getByRole('link', { name: 'Preview' }).click();
      await expect(page.getByRole('note')).toContainText('Preview');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(page.getByRole('img', { name: 'Rust, from the front' }).first()).toBeVisible();
      await page.getByRole('link', { name: 'Back to the product' }).click();

      await page.getByText('Remove variants').click();
      await page.getByRole('checkbox', { name: 'XL / White' }).check();
      await page.getByRole('button', { name: 'Remove the chosen variants' }).click();
      await expect(page.getByRole('status').first()).toHaveText('1 variant is removed.');
      await page.getByText('Add variants').click();
      await page.getByLabel('More values for Size').fill('XXL');
      await page.getByRole('button', { name: 'Add the variants' }).click();
      await expect(page.getByRole('status').first()).toHaveText('3 variants are added.');

      await page.getByRole('button', { name: 'Duplicate as a draft' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} (copy)`);
      await expect(pictureRows(page)).toHaveCount(2);
      await pictureRows(page).first().getByRole('button', { name: 'Remove' }).click();
      await expect(pictureRows(page)).toHaveCount(1);
    });
  });
}

test('a new product is created without the files that are not pictures, and its page lists those files', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/admin/products/new');
  await page.getByLabel('Name', { exact: true }).fill(`Tussar Stole ${Date.now()}`);
  await page.getByLabel('Price ₹').fill('900');
  const notAPicture = { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  const picture = await photographWithLocation('jpeg', 600, 400);
  const files = [notAPicture, { name: 'stole.jpg', mimeType: 'image/jpeg', buffer: picture }];
  await page.getByLabel('Pictures from this device').setInputFiles(files);
  await page.getByRole('button', { name: 'Create the draft' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Tussar Stole/);
  await expect(pictureRows(page)).toHaveCount(1);
  await expect(page.getByRole('status').first()).toContainText('1 of 2 added. note.jpg is not a picture');
});

test('a preview is only for staff, and never cached or indexed', async ({ page, request, signIn }) => {
  await signIn('writer');
  const response = await page.goto('/admin/products/1/preview');
  expect(response?.headers()['cache-control']).toContain('no-store');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('link[rel=canonical], script[type="application/ld+json"]')).toHaveCount(0);
  const visitorResponse = await request.get('/admin/products/1/preview', { maxRedirects: 0 });
  expect(visitorResponse.status()).toBe(303);
});

test('the product list is exported, and files that are not pictures are rejected', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/admin/products?search=dungarees');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export this list as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/);
  await page.goto('/admin/products/1');
  const pictureCount = await pictureRows(page).count();
  const notAPicture = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') };
  await page.getByLabel('Pictures from this device').setInputFiles([notAPicture]);
  await page.getByRole('button', { name: 'Add the pictures' }).click();
  await expect(pictureRegion(page).getByRole('status')).toContainText('0 of 1 added. photo.jpg is not a picture');
  await page.reload();
  await expect(pictureRows(page)).toHaveCount(pictureCount);
});
