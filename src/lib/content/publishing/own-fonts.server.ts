import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesToSave } from '#lib/content/publishing/files-to-save.server.ts';
import type { SourceFile } from '#lib/content/publishing/read-folder.server.ts';
import type { ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { FONT_NAME } from '#lib/platform/content/content-fields.schema.ts';
import { type OwnerFont, readOwnerFont } from '#lib/platform/files/fonts/owner-font.server.ts';
import { writeFileAtomically } from '#lib/platform/files/storage/write-file.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * Returns the changes that publish new and changed fonts. Throws a ShopError `invalid` with a line for each unsuitable
 * file.
 */
export function fontsToSave({ db }: Pick<Shop, 'db'>, files: readonly SourceFile[]): Promise<ShownChange[]> {
  return filesToSave(db, 'fonts', files, async ({ name, filePath }) => {
    if (!FONT_NAME.test(name)) throw new Error(FONT_NAME_RULE);
    return readOwnerFont(await readFile(filePath));
  });
}

const FONT_NAME_RULE =
  'a font’s file name must have only lower-case letters, digits and hyphens, and end in .woff2: kora-regular.woff2';

/** Writes the owner's fonts to the subfolder `fonts` of a folder. Returns the number of fonts. */
export async function exportFonts({ db }: Pick<Shop, 'db'>, dir: string): Promise<number> {
  const ownFonts = contentOf(db).filesIn('fonts');
  for (const { path, body } of ownFonts) {
    await writeFileAtomically(join(dir, path), Buffer.from((JSON.parse(body) as OwnerFont).data, 'base64'));
  }
  return ownFonts.length;
}
