import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { samplePng } from '#support/sample-files.ts';

/** Waits until readers of a page receive this status and text. */
async function expectShown(page: Page, path: string, status: number, text = ''): Promise<void> {
  await expect(async () => {
    const response = await page.request.get(path);
    expect([response.status(), (await response.text()).includes(text)]).toEqual([status, true]);
  }).toPass();
}

for (const { width, hasTouch } of [
  { width: 360, hasTouch: true },
  { width: 1280, hasTouch: false },
]) {
  test.describe(`at ${width} px, ${hasTouch ? 'without' : 'with'} JavaScript`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch, javaScriptEnabled: !hasTouch });

    test('an article is written, previewed, scheduled, published, edited by two people and restored', async ({
      page,
      context,
      signIn,
    }) => {
      await signIn('writer');
      const uniqueId = randomBytes(4).toString('hex');
      const path = `/blogs/a-loom-${uniqueId}`;
      const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();

      await page.goto('/admin');
      await page.getByRole('link', { name: 'Texts' }).click();
      await page.getByRole('link', { name: 'New article' }).click();
      await page.getByLabel('Title').fill(`A loom ${uniqueId}`);
      await page.getByLabel('Description', { exact: true }).fill('How a loom is warped, and by whom.');
      await page.getByLabel('Text', { exact: true }).fill('The warp');
      if (!hasTouch) {
        await page.getByLabel('Text', { exact: true }).selectText();
        await page.getByRole('button', { name: 'Bold' }).click();
      } else await page.getByLabel('Text', { exact: true }).fill('**The warp**');
      await page.getByLabel('Date', { exact: true }).fill('2020-01-01');
      await page.getByLabel('Tags').fill('Weaving Now');
      const pictureField = page.getByLabel('Picture', { exact: true });
      const photo = { name: 'My loom.png', mimeType: 'image/png', buffer: await samplePng(800, 600) };
      if (hasTouch) await page.getByLabel('Or a new picture').setInputFiles(photo);
      else await pictureField.selectOption('blog/3.avif');
      await page.getByLabel('Description of the picture').fill('A loom');
      await page.getByRole('button', { name: 'Preview' }).click();
      await expect(page.getByRole('status')).toContainText('Tags must contain only lower-case letters');
      await expect(pictureField).toHaveValue(hasTouch ? /^blog\/my-loom-\w{8}\.png$/ : 'blog/3.avif');
      await page.getByLabel('Tags').fill('weaving');
      await page.getByRole('button', { name: 'Preview' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`A loom ${uniqueId}`);
      await expect(page.locator('.prose strong')).toHaveText('The warp');
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
      await expectShown(page, path, 404);

      await page.getByRole('button', { name: 'Continue editing' }).click();
      await page.getByLabel('Publish at').fill('2099-01-01T09:30');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await expect(page.getByText('scheduled for 1 Jan 2099, 9:30 am')).toBeVisible();
      await expectShown(page, path, 404);
      await page.getByLabel('Publish at').fill('');
      await save();
      await expect(page.getByRole('status')).toHaveText('The text is saved. The shop shows it within two seconds.');
      await expectShown(page, path, 200, 'The warp');

      const otherTab = await context.newPage();
      await otherTab.goto(page.url());
      await page.getByLabel('Title').fill(`The first title ${uniqueId}`);
      await save();
      await otherTab.getByLabel('Title').fill(`The second title ${uniqueId}`);
      const rejection = otherTab.waitForResponse((response) => response.request().method() === 'POST');
      await otherTab.getByRole('button', { name: 'Save', exact: true }).click();
      expect((await rejection).status()).toBe(409);
      await expect(otherTab.getByLabel('Title')).toHaveValue(`The second title ${uniqueId}`);
      await expect(otherTab.getByText(`Currently saved: The first title ${uniqueId}`)).toBeVisible();
      await expectShown(page, path, 200, `The first title ${uniqueId}`);

      await page.getByRole('link', { name: 'History' }).click();
      await page.getByRole('link', { name: 'Compare version 2' }).click();
      await expect(page.getByText(`"The first title ${uniqueId}" → "A loom ${uniqueId}"`)).toBeVisible();
      await page.getByRole('button', { name: 'Restore version 2' }).click();
      await expectShown(page, path, 200, `A loom ${uniqueId}`);
      await page.getByRole('button', { name: 'Hide from readers' }).click();
      await expect(page.getByText('Your own text, hidden')).toBeVisible();
      await expectShown(page, path, 404);
    });
  });
}
