import { fontsToSave } from '#lib/content/publishing/own-fonts.server.ts';
import { picturesToSave } from '#lib/content/publishing/own-pictures.server.ts';
import { readFolder, type SourceFile } from '#lib/content/publishing/read-folder.server.ts';
import { changesOf, checkTexts, publish } from '#lib/content/publishing/save-documents.server.ts';
import type { CommandShop } from '#lib/platform/cli/command.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { AvailableFiles } from '#lib/platform/content/content-document.ts';

interface ImportOptions {
  isDryRun: boolean;
  /** Receives the changes, line by line, before they are published. */
  show: (line: string) => void;
}

/**
 * Imports a folder, and returns the changed paths. Throws a ShopError `not_found` for a missing folder, `too_large` for
 * a large text, `invalid` with a line for each error, and `conflict` if somebody else has changed one of the documents.
 * If an error is thrown, nothing is published.
 */
export async function importContent(
  shop: Pick<CommandShop, 'db' | 'settings' | 'now'>,
  dir: string,
  { isDryRun, show }: ImportOptions,
): Promise<string[]> {
  const { texts, pictures, fonts } = await readFolder(dir);
  const { availableFiles } = contentOf(shop.db);
  const hasFile = (files: readonly SourceFile[], name: string) => files.some((file) => file.name === name);
  const filesAfterImport: AvailableFiles = {
    hasPicture: (name) => hasFile(pictures, name) || availableFiles.hasPicture(name),
    hasFont: (name) => hasFile(fonts, name) || availableFiles.hasFont(name),
  };
  checkTexts(texts, shop, filesAfterImport);
  const fileChanges = [...(await fontsToSave(shop, fonts)), ...(await picturesToSave(shop, pictures, isDryRun))];
  const changes = [...fileChanges, ...changesOf(texts, shop)];
  for (const line of changes.flatMap(({ difference }) => difference)) show(line);
  if (!isDryRun) await publish(shop, changes);
  return changes.map(({ path }) => path);
}
