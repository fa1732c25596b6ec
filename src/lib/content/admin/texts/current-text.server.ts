import { isTextFolder, publicPath, TEXT_KINDS, type TextFolder } from '#lib/content/admin/texts/text-kinds.ts';
import { formValues } from '#lib/content/admin/texts/text-markdown.server.ts';
import { publish, type ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import { type ContentDocument, hasPath } from '#lib/platform/content/content-document.ts';
import { schemaFields } from '#lib/platform/content/schema-fields.server.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { timeOfIndianField } from '#lib/primitives/indian-time.ts';

export type TextShop = Pick<Shop, 'db' | 'now'>;

/** The folder and the file name of a text, as in its URL in the admin. */
export interface TextLocation {
  folder: TextFolder;
  file: string;
}

export interface CurrentText extends TextLocation {
  path: string;
  document: ContentDocument<unknown>;
  content: Content;
  /** The version of the text; 0 if the owner has never changed it. */
  version: number;
}

const CHANGED_MEANWHILE =
  'Somebody else has saved this text in the meantime. Nothing was changed. Look at what is saved now, then send the form again.';

/**
 * Returns the newest version of a text, even if another process just saved it. Throws a ShopError `not_found` for an
 * unknown text.
 */
export async function currentText(
  { db }: Pick<TextShop, 'db'>,
  { folder, file }: { folder: string; file: string },
): Promise<CurrentText> {
  const content = contentOf(db);
  await content.reloadIfChanged(db.write);
  const path = `${folder}/${file}`;
  const document = isTextFolder(folder) ? TEXT_KINDS[folder].document : undefined;
  const isKnown = document && hasPath(document, path);
  // A deleted text is also found, because it still has its versions.
  if (!isKnown || !isTextFolder(folder) || !(content.pathsOf(document).includes(path) || content.ownTexts.has(path))) {
    throw new ShopError('not_found', 'There is no such text.');
  }
  return { folder, file, path, document, content, version: content.ownTexts.get(path)?.version ?? 0 };
}

/** Throws a ShopError `conflict` if the form showed another version. */
export function requireVersion(text: Pick<CurrentText, 'version'>, version: number): void {
  if (text.version !== version) throw changedMeanwhile();
}

/**
 * Returns a ShopError `conflict` with an error for the field `version`, so that the page shows the saved values beside
 * the values in the form.
 */
export function changedMeanwhile(): ShopError {
  return new ShopError('conflict', CHANGED_MEANWHILE, { version: CHANGED_MEANWHILE });
}

/**
 * Saves all changes or none, with their audit entries, in one transaction. Readers see the changes within two seconds.
 * Throws a ShopError `conflict` if somebody else saved one of the texts at the same moment.
 */
export async function publishTexts(shop: TextShop, changes: readonly ShownChange[]): Promise<void> {
  try {
    await publish(shop, changes);
  } catch (error) {
    if (!isShopError(error, 'conflict')) throw error;
    await contentOf(shop.db).reload(shop.db);
    throw changedMeanwhile();
  }
}

type TextState = 'shown' | 'scheduled' | 'hidden' | 'deleted';

export type TextDetails = ReturnType<typeof textDetails>;

/** Returns a text with its fields. Throws a ShopError `not_found` if there is no such text. */
export async function readText(shop: TextShop, location: TextLocation): Promise<TextDetails> {
  return textDetails(await currentText(shop, location), shop.now());
}

/** Returns the details of a text, with its state at `now`. */
export function textDetails({ folder, file, path, document, content, version }: CurrentText, now: number) {
  const { fields, titleField } = TEXT_KINDS[folder];
  const values = formValues(fields, content.currentFields(document, path));
  const ownText = content.ownTexts.get(path);
  const hasDemoText = content.demoText(document, path) !== undefined;
  const publishAt = timeOfIndianField(values.publishAt ?? '');
  const isDeleted = !hasDemoText && ownText?.state === 'shipped';
  const state: TextState = isDeleted
    ? 'deleted'
    : ownText?.state === 'hidden'
      ? 'hidden'
      : publishAt > now
        ? 'scheduled'
        : 'shown';
  return {
    folder,
    file,
    path,
    version,
    fields,
    state,
    hasDemoText,
    /** The values of the form, by field name. */
    values,
    title: values[titleField] || path,
    /** The time of publication in epoch ms; undefined if the text is not scheduled. */
    publishAt: publishAt > now ? publishAt : undefined,
    /** Whether the text is the owner's instead of the demo's. */
    isOwn: ownText !== undefined && ownText.state !== 'shipped' && ownText.body !== '',
    /** Whether the law requires the text, so that it can't be hidden. */
    isRequired: document.isRequired ?? false,
    publicPath: publicPath(folder, file, values),
    hints: fieldHints(folder),
  };
}

/** Returns the hint for each field, by field name. */
export function fieldHints(folder: TextFolder): Record<string, string> {
  const { document, fields } = TEXT_KINDS[folder];
  const fieldsOfSchema = schemaFields(document.schema);
  return Object.fromEntries(fields.map(({ name, hint }) => [name, hint ?? fieldsOfSchema.descriptionOf([name]) ?? '']));
}
