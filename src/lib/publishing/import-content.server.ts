import type { CommandShop } from '#lib/platform/cli/command.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Surroundings } from '#lib/platform/content/content-document.ts';
import type { Documents } from '#lib/publishing/documents.ts';
import { picturesToSave } from '#lib/publishing/own-pictures.server.ts';
import { readFolder } from '#lib/publishing/read-folder.server.ts';
import { changesOf, checkTexts, publish } from '#lib/publishing/save-documents.server.ts';
import type { WhenPublished } from '#lib/publishing/when-published.ts';

/** Gives the paths that differ from what the shop has. Throws `invalid` with a line for each mistake, and keeps nothing. */
export async function importContent(
  shop: Pick<CommandShop, 'db' | 'settings' | 'now'>,
  dir: string,
  documents: Documents,
  { isDryRun, when }: { isDryRun: boolean; when: WhenPublished },
): Promise<string[]> {
  const { texts, pictures } = await readFolder(dir, documents);
  const named = new Set(pictures.map(({ name }) => name));
  const { surroundings } = contentOf(shop.db);
  const about: Surroundings = { hasPicture: (name) => named.has(name) || surroundings.hasPicture(name) };
  checkTexts(texts, shop, about);
  const changes = [...(await picturesToSave(shop, pictures, isDryRun)), ...changesOf(texts, shop)];
  const paths = changes.map(({ path }) => path);
  if (!isDryRun) await publish(shop, changes, when(paths));
  return paths;
}
