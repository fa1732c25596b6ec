import { pictureName } from '#lib/content/desk/picture-name.server.ts';
import { type FormField, fieldPath } from '#lib/content/desk/settings/form-field.ts';
import { formOf } from '#lib/content/desk/settings/form-of.server.ts';
import type { SettingsPage } from '#lib/content/desk/settings/settings-pages.server.ts';
import { picturesToSave } from '#lib/content/publishing/own-pictures.server.ts';
import { publish } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { pictureUploadRules } from '#lib/platform/files/storage/picture-upload-rules.ts';
import type { UploadedFile, UploadRules } from '#lib/platform/files/storage/upload.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** By the path of a document: the folder of the pictures that are uploaded for it. */
const FOLDERS: Readonly<Record<string, string>> = { slides: 'slides', look: 'brand', settings: 'banners' };
const SUFFIX = '.file';
const MAX_FILES = 6;

/** The field for the file of a picture field. */
export function fileField(path: string): string {
  return `${path}${SUFFIX}`;
}

/** Undefined for a page without pictures. */
export function pictureRules({ document, fields }: SettingsPage): UploadRules | undefined {
  const names = picturePaths(formOf(document, fields), '').map(fileField);
  if (names.length === 0) return undefined;
  return pictureUploadRules({ fileFields: names, files: MAX_FILES, fields: 500, fieldBytes: 10_000 });
}

/**
 * Stores uploaded pictures, and returns the form with their names, so that no picture in use is replaced before the form
 * is saved. Throws `invalid` for a file that is no picture.
 */
export async function withUploads<Sent extends { fields: Readonly<Record<string, unknown>> }>(
  shop: Pick<Shop, 'db' | 'settings' | 'now'>,
  { document }: SettingsPage,
  sent: Sent,
  files: readonly UploadedFile[],
): Promise<Sent> {
  if (files.length === 0) return sent;
  await contentOf(shop.db).followIn(shop.db.write);
  const folder = FOLDERS[document.path] ?? document.path;
  const named = await Promise.all(files.map(async (file) => ({ ...file, picture: await pictureName(folder, file) })));
  const given = new Map(named.map(({ picture, path }) => [picture, { name: picture, file: path }]));
  await publish(shop, await picturesToSave(shop, [...given.values()], false));
  const names = named.map(({ field, picture }) => [field.slice(0, -SUFFIX.length), picture]);
  return { ...sent, fields: { ...sent.fields, ...Object.fromEntries(names) } };
}

function picturePaths(field: FormField, path: string): string[] {
  if (field.kind === 'picture') return [path];
  if (field.kind === 'group') return field.fields.flatMap((one) => picturePaths(one, fieldPath(path, one.name)));
  if (field.kind !== 'rows') return [];
  return Array.from({ length: field.max }, (_, at) => picturePaths(field.row, fieldPath(path, at))).flat();
}
