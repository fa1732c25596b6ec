import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  backupsIn,
  finishBackup,
  pruneBackups,
  readManifest,
  unfinishedPath,
} from '#lib/operations/backup/backup-folder.server.ts';
import type { BackupStore } from '#lib/operations/backup/backup-store.ts';
import { linkFile, sizeAndHashOf, writeNewFile } from '#lib/operations/backup/write-file.server.ts';
import { removeEmptyFolders } from '#lib/platform/files/storage/write-file.server.ts';

export function diskStore(dir: string): BackupStore {
  return {
    label: dir,
    listComplete: () => backupsIn(dir),
    readManifest: (name) => readManifest(join(dir, name)),
    prune: (keepCount) => pruneBackups(dir, keepCount),
    fetch: async (name) => join(dir, name),
    async begin(name) {
      const folder = unfinishedPath(dir, name);
      const createdFolder = await mkdir(folder, { recursive: true, mode: 0o700 });
      return {
        folder,
        add: (path, content) => writeNewFile(content, join(folder, path)),
        reuse: (earlierName, path, file) => linkFile(join(dir, earlierName, path), join(folder, path), file),
        addFromFolder: (fileName) => sizeAndHashOf(join(folder, fileName)),
        finish: (manifest) => finishBackup(dir, name, manifest),
        async abandon() {
          await rm(folder, { recursive: true, force: true });
          if (createdFolder !== undefined) await removeEmptyFolders(dirname(folder), createdFolder);
        },
      };
    },
  };
}
