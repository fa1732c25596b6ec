import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { readNote, readOrSaveNote } from '#lib/platform/db/installation-notes.server.ts';
import { Dictionaries } from '#lib/platform/http/dictionary/dictionaries.server.ts';
import { type Dictionary, newDictionary } from '#lib/platform/http/encoding/dictionary.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const NOTE_PREFIX = 'compression-dictionary ';
/** Page content changes, so each dictionary is replaced after a week. */
const LIFETIME_MS = 7 * DAY_MS;
/** Enough for the current dictionary and two earlier dictionaries that browsers may still have. */
const MAX_DICTIONARIES = 3;

export interface DictionaryOptions {
  /** The version of the build, whose pages have a different markup than pages of other builds. */
  version: string;
  now(): number;
  /** Renders typical pages, which are the same for everyone. */
  renderSamples(): Promise<string[]>;
}

interface StoredDictionary {
  dictionary: Dictionary;
  /** The dictionary compressed with brotli, as it is sent. */
  brotli: Buffer;
}

/** Dictionaries in the database, so that all processes and servers of a shop use the same dictionaries. */
export class DictionaryStore {
  readonly dictionaries = new Dictionaries();
  readonly #db: ShopDatabase;
  readonly #options: DictionaryOptions;
  readonly #byId = new Map<string, StoredDictionary>();

  constructor(db: ShopDatabase, options: DictionaryOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** Reads or creates this week's dictionary. Call it once pages can be rendered, and then periodically. */
  async renew(): Promise<void> {
    const { version, now, renderSamples } = this.#options;
    const name = `${NOTE_PREFIX}${version} ${Math.floor(now() / LIFETIME_MS)}`;
    let value = (await readNote(this.#db, name))?.value;
    if (value === undefined) {
      // Processes may create different dictionaries. All of them use the dictionary that was saved first.
      value = await readOrSaveNote(this.#db, name, await compressedPages(await renderSamples()), now());
      await this.#deleteOld();
    }
    this.dictionaries.makeCurrent((await this.#remember(value)).dictionary);
    await this.#readAll();
  }

  /**
   * Returns a dictionary compressed with brotli, also if another process has created it. Returns undefined if no stored
   * dictionary has this id.
   */
  async find(id: string): Promise<Buffer | undefined> {
    if (!this.#byId.has(id)) await this.#readAll();
    return this.#byId.get(id)?.brotli;
  }

  /** Replaces the dictionaries in memory with the stored ones, so that a long-running process keeps only a few. */
  async #readAll(): Promise<void> {
    const ids = new Set<string>();
    for (const { value } of await this.#latestNotes()) {
      const { dictionary } = await this.#remember(value);
      this.dictionaries.add(dictionary);
      ids.add(dictionary.id);
    }
    this.dictionaries.retain(ids);
    for (const id of this.#byId.keys()) if (!this.dictionaries.has(id)) this.#byId.delete(id);
  }

  async #remember(base64: string): Promise<StoredDictionary> {
    const brotli = Buffer.from(base64, 'base64');
    const dictionary = newDictionary(await promisify(brotliDecompress)(brotli));
    const storedDictionary = this.#byId.get(dictionary.id) ?? { dictionary, brotli };
    this.#byId.set(dictionary.id, storedDictionary);
    return storedDictionary;
  }

  #latestNotes(): Promise<{ name: string; value: string }[]> {
    return this.#db.write
      .selectFrom('installation_note')
      .select(['name', 'value'])
      .where('name', 'like', `${NOTE_PREFIX}%`)
      .orderBy('at', 'desc')
      .orderBy('name')
      .limit(MAX_DICTIONARIES)
      .execute();
  }

  async #deleteOld(): Promise<void> {
    const names = (await this.#latestNotes()).map(({ name }) => name);
    const deletion = this.#db.write.deleteFrom('installation_note').where('name', 'like', `${NOTE_PREFIX}%`);
    await deletion.where('name', 'not in', names).execute();
  }
}

async function compressedPages(pages: string[]): Promise<string> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return (await promisify(brotliCompress)(pages.join(''), { params })).toString('base64');
}
