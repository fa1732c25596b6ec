import { withAddress } from '#lib/content/admin/texts/create-text.server.ts';
import {
  currentText,
  readText,
  type TextLocation,
  type TextShop,
} from '#lib/content/admin/texts/current-text.server.ts';
import { type TextInput, textUpdate, validatedValue } from '#lib/content/admin/texts/save-text.server.ts';
import { TEXT_KINDS, type TextFolder } from '#lib/content/admin/texts/text-kinds.ts';
import { renderCategories } from '#lib/content/content/faq.server.ts';
import type { FaqCategory } from '#lib/content/content/faq.ts';
import { renderArticles } from '#lib/content/content/journal/journal.server.ts';
import type { Article } from '#lib/content/content/journal/journal.ts';
import { type Policy, renderPolicy } from '#lib/content/content/policies.server.ts';
import type { ARTICLES, FAQ_CATEGORIES, POLICIES } from '#lib/content/content/texts/texts.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

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
