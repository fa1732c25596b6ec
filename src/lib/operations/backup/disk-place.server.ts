import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backupsIn, finish, prune, readManifest, unfinished } from '#lib/operations/backup/backup-folder.server.ts';
import type { BackupPlace } from '#lib/operations/backup/backup-place.ts';
import { hashOf, keepFile, linkFile } from '#lib/operations/backup/keep-file.server.ts';
import { removeEmptyFolders } from '#lib/platform/files/storage/write-file.server.ts';

export function diskPlace(dir: string): BackupPlace {
  return {
    words: dir,
    whole: () => backupsIn(dir),
    manifest: (name) => readManifest(join(dir, name)),
    prune: (keep) => prune(dir, keep),
    fetch: async (name) => join(dir, name),
    async begin(name) {
      const folder = unfinished(dir, name);
      const made = await mkdir(folder, { recursive: true, mode: 0o700 });
      return {
        folder,
        keep: (path, content) => keepFile(content, join(folder, path)),
        keepAgain: (earlier, path, file) => linkFile(join(dir, earlier, path), join(folder, path), file),
        keepWritten: (file) => hashOf(join(folder, file)),
        finish: (manifest) => finish(dir, name, manifest),
        async abandon() {
          await rm(folder, { recursive: true, force: true });
          if (made !== undefined) await removeEmptyFolders(dirname(folder), made);
        },
      };
    },
  };
}
