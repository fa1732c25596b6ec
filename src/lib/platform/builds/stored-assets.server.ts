import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

/** A tab may stay open for days, during several releases. */
const MAX_VERSIONS = 5;
const PART = '.part-';

/**
 * The scripts and styles of recent builds, in the data folder for all processes: an open tab requests old ones from a
 * new process, and a new page may request new ones from an old process.
 */
export class StoredAssets {
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'assets');
  }

  /** The folders of the stored builds, newest first. */
  async folders(): Promise<string[]> {
    return (await this.#all()).filter((folder) => !basename(folder).startsWith(PART));
  }

  /** Stores the scripts and styles of a build, if they are not stored yet, and removes those of the oldest builds. */
  async add(version: string, assets: string): Promise<void> {
    const folder = join(this.#root, version);
    const now = new Date();
    const isStored = await utimes(folder, now, now).then(() => true, ignoreNotFound);
    if (!isStored) await this.#copy(assets, folder);
    const old = (await this.#all()).slice(MAX_VERSIONS);
    await Promise.all(old.map((path) => rm(path, { recursive: true, force: true })));
  }

  /** Writes the folder completely or not at all, because other processes may be reading it. */
  async #copy(assets: string, folder: string): Promise<void> {
    await mkdir(this.#root, { recursive: true });
    const part = await mkdtemp(join(this.#root, PART));
    await cp(assets, part, { recursive: true });
    try {
      await rename(part, folder);
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      // Another process has stored the same version.
      if (!(await stat(folder).catch(ignoreNotFound))) throw error;
    }
  }

  async #all(): Promise<string[]> {
    const names = (await readdir(this.#root).catch(ignoreNotFound)) ?? [];
    const dated = await Promise.all(
      names.map(async (name) => {
        const folder = join(this.#root, name);
        return { folder, at: (await stat(folder).catch(ignoreNotFound))?.mtimeMs ?? 0 };
      }),
    );
    return dated.sort((one, other) => other.at - one.at).map(({ folder }) => folder);
  }
}
