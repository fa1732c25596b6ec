import { slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import {
  currentText,
  publishTexts,
  readText,
  type TextLocation,
  type TextShop,
} from '#lib/content/admin/texts/current-text.server.ts';
import { type TextInput, textUpdate, validatedValue } from '#lib/content/admin/texts/save-text.server.ts';
import { publicPath, TEXT_KINDS, type TextFolder } from '#lib/content/admin/texts/text-kinds.ts';
import { renderCategories } from '#lib/content/content/faq.server.ts';
import type { FaqCategory } from '#lib/content/content/faq.ts';
import { renderArticles } from '#lib/content/content/journal/journal.server.ts';
import type { Article } from '#lib/content/content/journal/journal.ts';
import { type Policy, renderPolicy } from '#lib/content/content/policies.server.ts';
import type { ARTICLES, FAQ_CATEGORIES, POLICIES } from '#lib/content/content/texts/texts.schema.ts';
import { changesOf } from '#lib/content/publishing/save-documents.server.ts';
import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

const MAX_ADDRESS_LENGTH = 80;
const NO_ADDRESS = 'Addresses consist of digits and the letters a to z, and the title has none. Enter an address.';

/** Returns the initial values of the form for a new text. */
export function newTextValues({ db, now }: TextShop, folder: TextFolder): Record<string, string> {
  const { document } = TEXT_KINDS[folder];
  if (folder === 'blog') return { date: indianIsoDay(now()) };
  const content = contentOf(db);
  const orders = content
    .pathsOf(document)
    .map((path) => Number((content.currentFields(document, path) as { order?: number }).order ?? 0));
  return { order: String(Math.max(0, ...orders) + 1) };
}

/**
 * Creates an article or a category; a draft is hidden from readers. Throws a ShopError `invalid` with a message for
 * each invalid field, including an address that is taken, and `refused` for policies.
 */
export async function createText(
  shop: TextShop,
  { folder, isDraft }: { folder: TextFolder; isDraft: boolean },
  input: TextInput,
): Promise<TextLocation> {
  const { document } = TEXT_KINDS[folder];
  const content = contentOf(shop.db);
  await content.reloadIfChanged(shop.db.write);
  const fields = withAddress(folder, input);
  const file = unusedFileName(content, folder, fields);
  const text = { folder, file, path: `${folder}/${file}`, document, content };
  const update = textUpdate(shop, text, fields);
  // Throws for invalid fields.
  validatedValue(update, content, fields);
  const changes = changesOf([update], shop).map((change) =>
    isDraft ? { ...change, state: 'hidden' as const, action: 'draft content' } : change,
  );
  await publishTexts(shop, changes);
  return { folder, file };
}

/** Returns the fields of a new text; those of a category include the slug, which is made like the name of a file. */
export function withAddress(folder: TextFolder, input: TextInput): TextInput {
  return folder === 'faq' ? { ...input, slug: addressOf(folder, input) } : input;
}

function addressOf(folder: TextFolder, input: TextInput): string {
  const enteredAddress = String(input.address ?? '').trim();
  const addressSource = enteredAddress || String(input[TEXT_KINDS[folder].titleField] ?? '');
  const parts = slugOf(addressSource).slice(0, MAX_ADDRESS_LENGTH).split(/[-_]/);
  return parts.filter((part) => part !== '').join('-');
}

function unusedFileName(content: Content, folder: TextFolder, input: TextInput): string {
  const { document, noun } = TEXT_KINDS[folder];
  if (document.isRequired) throw new ShopError('refused', 'There are four policies, and no others.');
  const file = addressOf(folder, input);
  if (file === '') throw addressProblem(NO_ADDRESS);
  const path = `${folder}/${file}`;
  const slugs = content
    .pathsOf(document)
    .map((knownPath) => (content.currentFields(document, knownPath) as { slug?: string }).slug);
  const isTaken = content.pathsOf(document).includes(path) || (folder === 'faq' && slugs.includes(file));
  const address = publicPath(folder, file, { slug: file });
  if (isTaken) throw addressProblem(`There is already a ${noun} with the address ${address}. Enter another address.`);
  // The address of a deleted text is not reused, because the versions of the text are kept.
  if (content.ownTexts.has(path))
    throw addressProblem(`The address ${address} belonged to a deleted ${noun}. Enter another address.`);
  return file;
}

function addressProblem(message: string): ShopError {
  return new ShopError('invalid', message, { address: message });
}

/** A text as the shop's own pages show it. */
export type PreviewedText = { article: Article } | { category: FaqCategory } | { policy: Policy };

/**
 * Renders a text that is not saved. `file` is an empty string for a new text. Throws a ShopError `not_found` for an
 * unknown text, and `invalid` with a message for each invalid field.
 */
export async function previewText(
  shop: TextShop,
  { folder, file }: { folder: TextFolder; file: string },
  input: TextInput,
): Promise<PreviewedText> {
  const { document } = TEXT_KINDS[folder];
  const isNew = file === '';
  const fileName = isNew ? NEW_FILE : file;
  const text = isNew
    ? { folder, path: `${folder}/${fileName}`, document, content: contentOf(shop.db) }
    : await currentText(shop, { folder, file });
  const fields = isNew ? withAddress(folder, input) : input;
  const value = validatedValue(textUpdate(shop, text, fields), text.content, fields);
  return renderText(shop, folder, fileName, value);
}

/**
 * Renders a saved text, even if it is hidden or scheduled. Throws a ShopError `not_found` for an unknown text, and
 * `invalid` with a message for each invalid field.
 */
export async function previewSaved(shop: TextShop, location: TextLocation): Promise<PreviewedText> {
  const { values } = await readText(shop, location);
  return previewText(shop, location, values);
}

/** The file name of a text that has no address yet. */
const NEW_FILE = 'preview';

async function renderText(
  { db }: TextShop,
  folder: TextFolder,
  fileName: string,
  value: unknown,
): Promise<PreviewedText> {
  const settings = shopSettings(db);
  if (folder === 'policies') return { policy: await renderPolicy(value as ValueOf<typeof POLICIES>, settings) };
  if (folder === 'faq') {
    const [category] = await renderCategories([[fileName, value as ValueOf<typeof FAQ_CATEGORIES>]], settings);
    if (category) return { category };
  } else {
    const [article] = await renderArticles([[fileName, value as ValueOf<typeof ARTICLES>]], settings);
    if (article) return { article };
  }
  throw new Error('The text was not rendered.');
}

type ValueOf<D extends { schema: { parse(value: unknown): unknown } }> = ReturnType<D['schema']['parse']>;
