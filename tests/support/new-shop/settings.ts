import { join } from 'node:path';
import { expect } from '@playwright/test';
import { treeOf } from '#lib/content/admin/settings/form-tree.ts';
import { buildForm } from '#lib/content/admin/settings/schema-form.server.ts';
import { SETTINGS_PAGES, type SettingsPage } from '#lib/content/admin/settings/settings-pages.server.ts';
import { Content } from '#lib/platform/content/content.server.ts';
import { sentFields } from '../flat-form.ts';
import { openScreen } from '../open-screen.ts';
import { DOCUMENTS } from '../own-shop/owners-folder.ts';
import { type NewShop, OWNER } from './shop.ts';

const content = new Content();
/** The folder of a file in the owner's texts, by the extension. All other files are in `pictures`. */
const FOLDERS: Readonly<Record<string, string>> = { woff2: 'fonts' };

/** Fills in and saves each settings page for one of the owner's documents, and uploads the document's files. */
export async function fillSettings(newShop: NewShop, path: keyof typeof DOCUMENTS): Promise<void> {
  for (const page of SETTINGS_PAGES.filter(({ document }) => document.path === path)) {
    const texts = fieldsToFill(page);
    if (texts.size > 0) await fillPage(newShop, page, texts);
  }
}

function ownerFields(path: keyof typeof DOCUMENTS, demoValue: unknown): object {
  if (path !== 'settings') return DOCUMENTS[path];
  const { ownerMails } = demoValue as { ownerMails: object };
  return { ...DOCUMENTS.settings, ownerMails: { ...ownerMails, to: OWNER } };
}

/** Returns the texts to enter, by field name. Row counts come before all other fields, and outer before inner ones. */
function fieldsToFill({ document, fields }: SettingsPage): Map<string, string> {
  const demoValue = content.demoFields(document, document.path);
  const ownerValue = ownerFields(document.path as keyof typeof DOCUMENTS, demoValue);
  const root = buildForm(document, fields ?? undefined);
  const names = fields?.filter((name) => name in ownerValue);
  if (names?.length === 0) return new Map();
  const value = Array.isArray(ownerValue) ? ownerValue : { ...(demoValue as object), ...ownerValue };
  const formFields = Object.entries(sentFields(root, treeOf(root, value)));
  return new Map(formFields.toSorted(([a], [b]) => orderOf(a) - orderOf(b)));
}

function orderOf(name: string): number {
  return name.split('.').at(-1) === 'rows' ? name.split('.').length : Number.POSITIVE_INFINITY;
}

async function fillPage(newShop: NewShop, settings: SettingsPage, texts: ReadonlyMap<string, string>): Promise<void> {
  const { page, input } = newShop;
  await openScreen(newShop, 'Settings');
  await input.press(page.getByRole('link', { name: settings.title, exact: true }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(settings.title);
  for (const [name, text] of texts) {
    if (name.split('.').at(-1) === 'rows') await setRows(newShop, name, Number(text));
    else await fillField(newShop, name, text.replaceAll('\r\n', '\n'));
  }
  await input.press(page.getByRole('button', { name: 'Check the changes' }));
  if (settings.needsConfirmation) await newShop.confirmIdentity();
  await input.press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('status')).toHaveText('The settings are saved. The shop shows them within two seconds.');
}

/** Adds or removes rows of a form's list until it has `targetCount` rows. `name` is the field with the count. */
export async function setRows({ page, input }: NewShop, name: string, targetCount: number): Promise<void> {
  const list = name.replace(/\.?rows$/, '');
  const field = page.locator(`[name="${name}"]`);
  for (let count = Number(await field.inputValue()); count !== targetCount; ) {
    const needsMore = count < targetCount;
    const value = needsMore ? `add ${list}`.trim() : `remove ${list === '' ? '' : `${list}.`}${count - 1}`;
    await input.press(page.locator(`button[value="${value}"]`));
    count += needsMore ? 1 : -1;
    await expect(field).toHaveValue(String(count));
  }
}

async function fillField({ page, input, shop }: NewShop, name: string, text: string): Promise<void> {
  const field = page.locator(`[name="${name}"]`);
  if ((await field.inputValue()) === text) return;
  const file = page.locator(`[name="${name}.file"]`);
  if ((await file.count()) > 0) {
    await file.setInputFiles(join(shop.folder.texts, FOLDERS[text.split('.').at(-1) ?? ''] ?? 'pictures', text));
    return;
  }
  const options = field.locator('option');
  if ((await options.count()) === 0) return input.type(field, text);
  const label = await field.locator(`option[value="${text}"]`).innerText();
  await input.choose(field, label.trim());
}
