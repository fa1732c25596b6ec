import { expect } from '@playwright/test';
import { openScreen } from '../open-screen.ts';
import { samplePng } from '../sample-files.ts';
import type { NewShop } from './shop.ts';

const ARTICLES = ['How a check is planned', 'Why our shirts shrink once', 'A loom in the rain'];

/** Writes three articles and a category of questions, and hides the demo's texts. */
export async function writeTexts(newShop: NewShop): Promise<void> {
  const { page, input } = newShop;
  const day = new Date().toISOString().slice(0, 10);
  for (const title of ARTICLES) {
    await openScreen(newShop, 'Texts');
    await input.press(page.getByRole('link', { name: 'New article' }));
    await input.type(page.getByLabel('Title'), title);
    await input.type(page.getByLabel('Description', { exact: true }), 'What we learnt at the loom.');
    await input.type(page.getByLabel('Text', { exact: true }), '## At the loom\n\n{{shop.name}} counts every thread.');
    await input.type(page.getByLabel('Date', { exact: true }), day);
    await input.type(page.getByLabel('Tags'), 'weaving');
    const photo = { name: `${title}.png`, mimeType: 'image/png', buffer: await samplePng(800, 600) };
    await page.getByLabel('Or a new picture').setInputFiles(photo);
    await input.type(page.getByLabel('Description of the picture'), 'A loom');
    await input.press(page.getByRole('button', { name: 'Publish', exact: true }));
    await expect(page.getByRole('status')).toHaveText('The text is saved.');
  }
  await openScreen(newShop, 'Texts');
  await input.press(page.getByRole('link', { name: 'New category' }));
  await input.type(page.getByLabel('Name', { exact: true }), 'Parcels');
  await input.type(page.getByLabel('Text', { exact: true }), '## When does {{shop.name}} post?\n\nDaily before noon.');
  await input.press(page.getByRole('button', { name: 'Publish', exact: true }));
  await expect(page.getByRole('status')).toHaveText('The text is saved.');
  await openScreen(newShop, 'Texts');
  for (const heading of ['Journal', 'Questions']) {
    const group = page.getByRole('region', { name: heading });
    await input.press(group.getByRole('button', { name: /^Hide the demo’s \d+ texts$/ }));
    await expect(page.getByRole('status')).toContainText('The demo’s texts are hidden.');
  }
}

/**
 * Completes the policies that the list "Still from the demo" links to, until the list is empty. Returns the texts of
 * the links.
 */
export async function resolveDemoLeftovers(newShop: NewShop): Promise<string[]> {
  const { page, input } = newShop;
  const linkTexts: string[] = [];
  for (;;) {
    await openScreen(newShop, 'Today');
    const list = page.locator('details', { hasText: 'Still from the demo' });
    if ((await list.count()) === 0) return linkTexts;
    await input.press(list.locator('summary'));
    const link = list.getByRole('link').first();
    linkTexts.push(await link.innerText());
    await input.press(link);
    await expect(page, 'only policies are left').toHaveURL(/\/admin\/content\/policies\//);
    await input.type(page.getByLabel('In force since'), '2026-01-26');
    await input.press(page.getByRole('button', { name: 'Save', exact: true }));
    await expect(page.getByRole('status')).toContainText('The text is saved.');
  }
}

export async function addCoupon(newShop: NewShop, code: string): Promise<void> {
  const { page, input } = newShop;
  await openScreen(newShop, 'Settings');
  await input.press(page.getByRole('link', { name: 'Coupons', exact: true }));
  await input.press(page.getByRole('link', { name: 'New coupon' }));
  await input.type(page.getByLabel('Code'), code);
  await input.type(page.getByLabel('Percentage off'), '10');
  await input.press(page.getByRole('button', { name: 'Add the coupon' }));
  await expect(page.getByText(`Customers can use ${code} now.`)).toBeVisible();
}
