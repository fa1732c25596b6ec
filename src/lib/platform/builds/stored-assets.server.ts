import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

/** A tab may stay open for days, during several releases. */
const MAX_VERSIONS = 5;
const PART_PREFIX = '.part-';

/**
 * The scripts and styles of recent builds, in the data folder for all processes: an open tab requests old files from a
 * new process, and a new page may request new files from an old process.
 */
export class StoredAssets {
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'assets');
  }

  /** Returns the folders of the stored builds, newest first. */
  async folders(): Promise<string[]> {
    return (await this.#allFolders()).filter((folder) => !basename(folder).startsWith(PART_PREFIX));
  }

  /** Stores the scripts and styles of a build, if they are not stored yet, and removes those of the oldest builds. */
  async add(version: string, assetsFolder: string): Promise<void> {
    const folder = join(this.#root, version);
    const now = new Date();
    const isStored = await utimes(folder, now, now).then(() => true, ignoreNotFound);
    if (!isStored) await this.#copy(assetsFolder, folder);
    const oldFolders = (await this.#allFolders()).slice(MAX_VERSIONS);
    await Promise.all(oldFolders.map((path) => rm(path, { recursive: true, force: true })));
  }

  /** Writes the folder completely or not at all, because other processes may be reading it. */
  async #copy(assetsFolder: string, folder: string): Promise<void> {
    await mkdir(this.#root, { recursive: true });
    const partFolder = await mkdtemp(join(this.#root, PART_PREFIX));
    await cp(assetsFolder, partFolder, { recursive: true });
    try {
      await rename(partFolder, folder);
    } catch (error) {
      await rm(partFolder, { recursive: true, force: true });
      // If the folder exists, another process has stored the same version.
      if (!(await stat(folder).catch(ignoreNotFound))) throw error;
    }
  }

  async #allFolders(): Promise<string[]> {
    const names = (await readdir(this.#root).catch(ignoreNotFound)) ?? [];
    const datedFolders = await Promise.all(
      names.map(async (name) => {
        const folder = join(this.#root, name);
        return { folder, modifiedAt: (await stat(folder).catch(ignoreNotFound))?.mtimeMs ?? 0 };
      }),
    );
    return datedFolders.sort((a, b) => b.modifiedAt - a.modifiedAt).map(({ folder }) => folder);
  }
}
