import type { Documents } from '#lib/content/publishing/documents.ts';
import { fontsToSave } from '#lib/content/publishing/own-fonts.server.ts';
import { picturesToSave } from '#lib/content/publishing/own-pictures.server.ts';
import { type GivenFile, readFolder } from '#lib/content/publishing/read-folder.server.ts';
import { changesOf, checkTexts, publish } from '#lib/content/publishing/save-documents.server.ts';
import type { WhenPublished } from '#lib/content/publishing/when-published.ts';
import type { CommandShop } from '#lib/platform/cli/command.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Surroundings } from '#lib/platform/content/content-document.ts';

interface ImportOptions {
  isDryRun: boolean;
  when: WhenPublished;
  /** Receives the changes, line by line, before anything is written. */
  show: (line: string) => void;
}

/** Returns the changed paths. Throws `invalid` with a line for each mistake, and then saves nothing. */
export async function importContent(
  shop: Pick<CommandShop, 'db' | 'settings' | 'now'>,
  dir: string,
  documents: Documents,
  { isDryRun, when, show }: ImportOptions,
): Promise<string[]> {
  const { texts, pictures, fonts } = await readFolder(dir, documents);
  const { surroundings } = contentOf(shop.db);
  const isIn = (files: readonly GivenFile[], name: string) => files.some((file) => file.name === name);
  const about: Surroundings = {
    hasPicture: (name) => isIn(pictures, name) || surroundings.hasPicture(name),
    hasFont: (name) => isIn(fonts, name) || surroundings.hasFont(name),
  };
  checkTexts(texts, shop, about);
  const files = [...(await fontsToSave(shop, fonts)), ...(await picturesToSave(shop, pictures, isDryRun))];
  const changes = [...files, ...changesOf(texts, shop)];
  for (const line of changes.flatMap(({ difference }) => difference)) show(line);
  const paths = changes.map(({ path }) => path);
  if (!isDryRun) await publish(shop, changes, when(paths));
  return paths;
}
