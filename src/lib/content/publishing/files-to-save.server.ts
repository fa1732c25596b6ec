import type { SourceFile } from '#lib/content/publishing/read-folder.server.ts';
import type { ShownChange } from '#lib/content/publishing/save-documents.server.ts';
import { type Content, contentOf } from '#lib/platform/content/content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import { isDiskFault } from '#lib/platform/errors/fault-kind.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Returns the changes that store new and changed files. Throws a ShopError `invalid` with the messages of all errors
 * that `prepare` throws for unsuitable files, and any disk error. `prepare` returns what is stored for a file.
 */
export async function filesToSave(
  db: ShopDatabase,
  folder: 'fonts' | 'pictures',
  files: readonly SourceFile[],
  prepare: (file: SourceFile) => Promise<object>,
): Promise<ShownChange[]> {
  const changes: ShownChange[] = [];
  const problems: string[] = [];
  for (const file of files) {
    const path = `${folder}/${file.name}`;
    try {
      const body = JSON.stringify(await prepare(file));
      const ownFile = contentOf(db).ownTexts.get(path);
      if (ownFile?.state === 'own' && ownFile.body === body) continue;
      const difference = [`${path} (${isAvailable(path, contentOf(db)) ? 'replaced' : 'new'})`];
      changes.push({ path, state: 'own', body, baseVersion: ownFile?.version ?? 0, difference });
    } catch (error) {
      if (isDiskFault(error)) throw error;
      problems.push(`${path}: ${messageOf(error)}`);
    }
  }
  if (problems.length > 0) throw new ShopError('invalid', problems.join('\n'));
  return changes;
}

function isAvailable(path: string, { availableFiles }: Content): boolean {
  const [folder, ...name] = path.split('/');
  return folder === 'pictures' ? availableFiles.hasPicture(name.join('/')) : availableFiles.hasFont(name.join('/'));
}
