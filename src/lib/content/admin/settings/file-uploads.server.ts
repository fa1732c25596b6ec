import { type FormField, fieldPath } from '#lib/content/admin/settings/form-field.ts';
import { buildForm } from '#lib/content/admin/settings/schema-form.server.ts';
import type { SettingsPage } from '#lib/content/admin/settings/settings-pages.server.ts';
import { uploadedName } from '#lib/content/admin/uploaded-name.server.ts';
import { fontsToSave, picturesToSave } from '#lib/content/publishing/own-files.server.ts';
import { publish } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import { acceptedTypes, type FileKindName } from '#lib/platform/files/storage/file-kinds.ts';
import { PICTURE_KINDS, pictureUploadRules } from '#lib/platform/files/storage/picture-upload-rules.ts';
import type { UploadedFile, UploadRules } from '#lib/platform/files/storage/upload.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** The folder for uploaded pictures, by the path of the document. */
const UPLOAD_FOLDERS: Readonly<Record<string, string>> = {
  slides: 'slides',
  look: 'brand',
  settings: 'banners',
  'size-figures': 'size-guide',
};
/** The only document that accepts SVG pictures, because it has only a few pictures, which are on every page. */
const DOCUMENT_WITH_SVG = 'look';
const FILE_FIELD_SUFFIX = '.file';
const MAX_FILES = 6;
const CHOOSE_FONT = 'Choose a font in WOFF2 format.';

/** Returns the name of the upload field that belongs to a field with the name of a file. */
export function fileField(path: string): string {
  return `${path}${FILE_FIELD_SUFFIX}`;
}

/** Returns the `accept` attribute of the upload field. */
export function acceptedFiles({ document }: SettingsPage, kind: FileFieldKind): string {
  return acceptedTypes(fileKindsOf(document.path, kind));
}

type FileFieldKind = 'picture' | 'fonts';

const STORAGE_FOLDERS: Readonly<Record<FileFieldKind, string>> = { picture: 'pictures', fonts: 'fonts' };

function fileKindsOf(documentPath: string, kind: FileFieldKind): readonly FileKindName[] {
  if (kind === 'fonts') return ['woff2'];
  return documentPath === DOCUMENT_WITH_SVG ? [...PICTURE_KINDS, 'svg'] : PICTURE_KINDS;
}

/** Returns the upload rules of a page; undefined for a page without files. */
export function fileRules({ document, fields }: SettingsPage): UploadRules | undefined {
  const fileFields = fieldsWithFiles(buildForm(document, fields), '');
  if (fileFields.length === 0) return undefined;
  const formLimits = {
    fileFields: fileFields.map(({ path }) => fileField(path)),
    maxFiles: MAX_FILES,
    maxFields: 500,
    maxFieldBytes: 10_000,
  };
  if (document.path !== DOCUMENT_WITH_SVG) return pictureUploadRules(formLimits);
  const kinds = [...fileKindsOf(document.path, 'picture'), ...fileKindsOf(document.path, 'fonts')];
  const rules = pictureUploadRules(formLimits, kinds);
  return {
    ...rules,
    messages: {
      ...rules.messages,
      tooManyFiles: `Choose at most ${MAX_FILES} files at once.`,
      typeNotAllowed: (name) =>
        `${name} can’t be used. Choose a JPEG, PNG, WebP or SVG picture, or a font in WOFF2 format.`,
    },
  };
}

/**
 * Stores uploaded pictures and fonts under new names, and returns the form with these names, so that no file in use is
 * replaced before the form is saved. Throws a ShopError `invalid` for a file of the wrong kind, or if an import would
 * reject it.
 */
export async function withUploads<Form extends { fields: Readonly<Record<string, unknown>> }>(
  shop: Pick<Shop, 'db' | 'settings' | 'now'>,
  { document, fields }: SettingsPage,
  form: Form,
  files: readonly UploadedFile[],
): Promise<Form> {
  if (files.length === 0) return form;
  await contentOf(shop.db).reloadIfChanged(shop.db.write);
  const kindByPath = new Map(fieldsWithFiles(buildForm(document, fields), '').map(({ path, kind }) => [path, kind]));
  const folder = UPLOAD_FOLDERS[document.path] ?? document.path;
  const uploads = await Promise.all(
    files.map(async (file) => {
      const path = file.field.slice(0, -FILE_FIELD_SUFFIX.length);
      const kind = kindByPath.get(path) ?? 'picture';
      if (!fileKindsOf(document.path, kind).includes(file.kind))
        throw new ShopError(
          'invalid',
          kind === 'fonts' ? `${file.name} can’t be used. ${CHOOSE_FONT}` : `${file.name} is not a picture.`,
        );
      const name = await uploadedName(file);
      return {
        path,
        kind,
        filePath: file.path,
        originalName: file.name,
        name: kind === 'fonts' ? name : `${folder}/${name}`,
      };
    }),
  );
  const uploadsOfKind = (kind: FileFieldKind) => [
    ...new Map(uploads.filter((upload) => upload.kind === kind).map((upload) => [upload.name, upload])).values(),
  ];
  try {
    await publish(shop, [
      ...(await picturesToSave(shop, uploadsOfKind('picture'), false)),
      ...(await fontsToSave(shop, uploadsOfKind('fonts'))),
    ]);
  } catch (error) {
    if (!isShopError(error, 'invalid')) throw error;
    const message = uploads.reduce(
      (text, { kind, name, originalName }) => text.replaceAll(`${STORAGE_FOLDERS[kind]}/${name}`, () => originalName),
      error.message,
    );
    throw new ShopError('invalid', message);
  }
  const newValues = uploads.map(({ path, kind, name }) => [
    path,
    kind === 'fonts' ? withLine(form.fields[path], name) : name,
  ]);
  return { ...form, fields: { ...form.fields, ...Object.fromEntries(newValues) } };
}

function withLine(text: unknown, line: string): string {
  const lines = String(text ?? '')
    .split('\n')
    .map((entry) => entry.trim());
  return [...new Set([...lines, line])].filter(Boolean).join('\n');
}

function fieldsWithFiles(field: FormField, path: string): { path: string; kind: FileFieldKind }[] {
  if (field.kind === 'picture' || field.kind === 'fonts') return [{ path, kind: field.kind }];
  if (field.kind === 'group')
    return field.fields.flatMap((child) => fieldsWithFiles(child, fieldPath(path, child.name)));
  // Only rows that are stored as objects have files.
  if (field.kind !== 'rows' || field.storedAs !== 'objects' || fieldsWithFiles(field.row, '').length === 0) return [];
  return Array.from({ length: field.max }, (_, index) => fieldsWithFiles(field.row, fieldPath(path, index))).flat();
}
