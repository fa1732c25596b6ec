import { slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { TextName, TextShop } from '#lib/content/desk/texts/current-text.server.ts';
import { publishTexts } from '#lib/content/desk/texts/publish-text.server.ts';
import { type TypedText, textUpdate, validatedValue } from '#lib/content/desk/texts/save-text.server.ts';
import { publicPath, TEXT_KINDS, type TextFolder } from '#lib/content/desk/texts/text-kinds.ts';
import { changesOf } from '#lib/content/publishing/save-documents.server.ts';
import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';

const MAX_ADDRESS_LENGTH = 80;
const NO_ADDRESS = 'Addresses consist of digits and the letters a to z, and the title has none. Enter an address.';

/** The initial values of the form for a new text. */
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
 * Creates an article or a category; as a draft it is hidden from readers. Throws `invalid` with a message for each
 * field, also if the address is taken, and `refused` for policies.
 */
export async function createText(
  shop: TextShop,
  { folder, isDraft }: { folder: TextFolder; isDraft: boolean },
  typed: TypedText,
): Promise<TextName> {
  const { document } = TEXT_KINDS[folder];
  const content = contentOf(shop.db);
  await content.reloadIfChanged(shop.db.write);
  const fields = withAddress(folder, typed);
  const file = unusedFileName(content, folder, fields);
  const text = { folder, file, path: `${folder}/${file}`, document, content };
  const created = textUpdate(shop, text, fields);
  // Throws for invalid fields.
  validatedValue(created, content, fields);
  const changes = changesOf([created], shop).map((change) =>
    isDraft ? { ...change, state: 'hidden' as const, action: 'draft content' } : change,
  );
  await publishTexts(shop, changes);
  return { folder, file };
}

/** The fields of a new text; a category gets its address as the slug. */
export function withAddress(folder: TextFolder, typed: TypedText): TypedText {
  return folder === 'faq' ? { ...typed, slug: addressOf(folder, typed) } : typed;
}

function addressOf(folder: TextFolder, typed: TypedText): string {
  const own = String(typed.address ?? '').trim();
  const words = own || String(typed[TEXT_KINDS[folder].titleField] ?? '');
  const parts = slugOf(words).slice(0, MAX_ADDRESS_LENGTH).split(/[-_]/);
  return parts.filter((part) => part !== '').join('-');
}

function unusedFileName(content: Content, folder: TextFolder, typed: TypedText): string {
  const { document, noun } = TEXT_KINDS[folder];
  if (document.isRequired) throw new ShopError('refused', 'There are four policies, and no others.');
  const file = addressOf(folder, typed);
  if (file === '') throw addressProblem(NO_ADDRESS);
  const path = `${folder}/${file}`;
  const slugs = content
    .pathsOf(document)
    .map((known) => (content.currentFields(document, known) as { slug?: string }).slug);
  const isTaken = content.pathsOf(document).includes(path) || (folder === 'faq' && slugs.includes(file));
  const address = publicPath(folder, file, { slug: file });
  if (isTaken) throw addressProblem(`There is already a ${noun} with the address ${address}. Enter another address.`);
  // A deleted text keeps its address, with its versions.
  if (content.own.has(path))
    throw addressProblem(`The address ${address} belonged to a deleted ${noun}. Enter another address.`);
  return file;
}

function addressProblem(message: string): ShopError {
  return new ShopError('invalid', message, { address: message });
}
