import { basename } from 'node:path';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { applyOverlay } from '#lib/platform/content/apply-overlay.server.ts';
import { checkDocument, checkValue, fieldsOf, validFieldsOf } from '#lib/platform/content/check-document.server.ts';
import {
  type AvailableFiles,
  type ContentDocument,
  type ContentProblem,
  fileOf,
  isFolder,
  problemText,
} from '#lib/platform/content/content-document.ts';
import { demoPaths, demoPictures, demoText, hasDemoText } from '#lib/platform/content/demo-content.server.ts';
import { type ContentObject, isObject } from '#lib/platform/content/overlay.ts';
import { countVersions, type OwnContent, ownContent } from '#lib/platform/content/own-content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';

/** A tag of every shared page, because the header and footer show the owner's settings. */
export const CONTENT_TAG = 'content';

/**
 * Returns the shop's cached texts and settings: the owner's or, if the owner has none, the demo's. Before the first
 * `reload`, all of them are the demo's.
 */
export function contentOf(db: Pick<ShopDatabase, 'memo'>): Content {
  return db.memo('content', () => new Content());
}

export class Content {
  /** The newest version of each of the owner's texts, by path. */
  ownTexts: ReadonlyMap<string, OwnContent> = new Map();
  /** The number of stored versions. Versions are never deleted, so a different number means a change. */
  #versionCount = 0;
  /** The values of documents by path, and the values of `memo` by its keys. */
  #values = new Map<string, unknown>();
  #log: Pick<Logger, 'error'> | undefined;
  /** The number of reloads, for cache keys. */
  version = 0;

  /** Loads the owner's current texts. Must be called at startup and after each change. */
  async reload(db: { write: Kysely<Tables> }, log?: Pick<Logger, 'error'>): Promise<void> {
    this.#log = log ?? this.#log;
    const texts = await ownContent(db.write);
    this.#versionCount = texts.reduce((sum, { version }) => sum + version, 0);
    this.ownTexts = new Map(texts.map((text) => [text.path, text]));
    this.#values = new Map();
    this.version += 1;
  }

  /** Reloads the texts if `db` contains newer versions, for results that must not use old texts. */
  async reloadIfChanged(db: Kysely<Tables>): Promise<void> {
    if ((await countVersions(db)) !== this.#versionCount) await this.reload({ write: db });
  }

  filesIn(folder: 'fonts' | 'pictures'): OwnContent[] {
    return [...this.ownTexts.values()].filter(({ path, state }) => path.startsWith(`${folder}/`) && state === 'own');
  }

  /**
   * Returns the value of a document. If the owner's text is invalid, this is its valid part or, if that part can't be
   * used alone, the demo's text. Throws an Error if there is no text.
   */
  of<T>(document: ContentDocument<T>): T {
    const value = this.#valueAt(document, document.path);
    if (value === undefined) throw new Error(`src/content has no ${fileOf(document.path, document.format)}`);
    return value;
  }

  /** Returns the documents of a folder by name, without those that the owner has hidden. */
  visibleIn<T>(folder: ContentDocument<T>): Map<string, T> {
    const paths = this.pathsOf(folder).filter((path) => this.ownTexts.get(path)?.state !== 'hidden');
    return new Map(
      paths.flatMap((path): [string, T][] => {
        const value = this.#valueAt(folder, path);
        return value === undefined ? [] : [[basename(path), value]];
      }),
    );
  }

  /** Computes a value once for the current state of all documents. Failures are not cached. */
  memo<T>(name: string, make: () => T): T {
    const key = `memo ${name}`;
    const values = this.#values;
    if (!values.has(key)) {
      const value = make();
      values.set(key, value);
      // The callers get the error; the next call computes the value again.
      if (value instanceof Promise) value.catch(() => values.delete(key));
    }
    return values.get(key) as T;
  }

  /**
   * Returns the path of the document, or the paths of all documents of a folder, the owner's and the demo's, including
   * hidden ones.
   */
  pathsOf(document: ContentDocument<unknown>): string[] {
    if (!isFolder(document)) return [document.path];
    const folder = document.path.slice(0, -1);
    const ownTexts = [...this.ownTexts.values()].filter(
      ({ path, state }) => path.startsWith(folder) && state !== 'shipped',
    );
    return [...new Set([...demoPaths(document), ...ownTexts.map(({ path }) => path)])].sort();
  }

  /** Returns the problems in the owner's stored text under the rules of this version. */
  problemsOf(document: ContentDocument<unknown>, path: string): ContentProblem[] {
    const ownText = this.ownTexts.get(path);
    if (ownText?.state !== 'own') return [];
    const demoValue = this.demoValue(document, path);
    return checkDocument(document, { path, text: ownText.body, demoValue }, this.availableFiles).problems ?? [];
  }

  get availableFiles(): AvailableFiles {
    const ownTexts = this.ownTexts;
    const demoPictureNames = new Set(demoPictures());
    const isOwn = (path: string) => ownTexts.get(path)?.state === 'own';
    return {
      hasPicture: (name) => demoPictureNames.has(name) || isOwn(`pictures/${name}`),
      hasFont: (name) => isOwn(`fonts/${name}`),
    };
  }

  /** Returns the demo's text, or undefined if there is none. */
  demoText(document: ContentDocument<unknown>, path: string): string | undefined {
    return hasDemoText(document, path) ? demoText(document, path) : undefined;
  }

  /**
   * Returns the demo's JSON before the schema transforms it. The owner's JSON overrides a part of it. Returns undefined
   * for Markdown, and if the demo has no such document.
   */
  demoValue(document: ContentDocument<unknown>, path: string): unknown {
    return document.format === 'json' ? this.demoFields(document, path) : undefined;
  }

  /** Returns the demo's fields before the schema transforms them, or undefined if the demo has no such document. */
  demoFields(document: ContentDocument<unknown>, path: string): unknown {
    const text = this.demoText(document, path);
    if (text === undefined) return undefined;
    // `fieldsOf` also finds the positions of fields, which would take half of the time.
    return document.format === 'json' ? JSON.parse(text) : fieldsOf(document, text);
  }

  /** Returns the owner's part of a JSON document, or an empty object if the owner has changed nothing. */
  ownFields(path: string): ContentObject {
    const ownText = this.ownTexts.get(path);
    const fields: unknown = ownText?.state === 'own' ? JSON.parse(ownText.body) : undefined;
    return isObject(fields) ? fields : {};
  }

  /**
   * Returns the current fields before the schema transforms them, including those of hidden texts, but without fields
   * that this version rejects.
   */
  currentFields(document: ContentDocument<unknown>, path: string): unknown {
    const demoFields = this.demoFields(document, path);
    const ownText = this.ownTexts.get(path);
    if (!ownText || ownText.state === 'shipped' || ownText.body === '') return demoFields;
    const source = { path, text: ownText.body, demoValue: this.demoValue(document, path) };
    const parsed = validFieldsOf(document, source, this.availableFiles);
    if (!parsed) return demoFields;
    return applyOverlay(
      document,
      document.format === 'json' || !parsed.isComplete ? demoFields : undefined,
      parsed.value,
    );
  }

  #valueAt<T>(document: ContentDocument<T>, path: string): T | undefined {
    if (!this.#values.has(path)) this.#values.set(path, this.#read(document, path));
    return this.#values.get(path) as T | undefined;
  }

  #read<T>(document: ContentDocument<T>, path: string): T | undefined {
    const ownText = this.ownTexts.get(path);
    if (ownText?.state !== 'own') return this.#demoDocument(document, path);
    const source = { path, text: ownText.body, demoValue: this.demoValue(document, path) };
    const { value, problems } = checkDocument(document, source, this.availableFiles);
    if (!problems) return value;
    this.#log?.error(
      { problems: problems.map(problemText) },
      'a text of the shop is invalid: its invalid parts are not shown',
    );
    return this.#validPart(document, source) ?? this.#demoDocument(document, path);
  }

  /**
   * Returns the value without invalid fields, because a newer version of the shop may have stricter rules. Returns
   * undefined if the rest is invalid, too, or if the text can't be parsed or is not merged with the demo's text.
   */
  #validPart<T>(
    document: ContentDocument<T>,
    source: { path: string; text: string; demoValue?: unknown },
  ): T | undefined {
    const parsed = validFieldsOf(document, source, this.availableFiles);
    if (!isObject(parsed?.value) || !isObject(source.demoValue)) return undefined;
    const validPart = applyOverlay(document, source.demoValue, parsed.value);
    return checkValue(document, validPart, { ...this.availableFiles, path: source.path }).value;
  }

  #demoDocument<T>(document: ContentDocument<T>, path: string): T | undefined {
    if (!hasDemoText(document, path)) return undefined;
    const result = checkValue(document, this.demoFields(document, path), { ...ALL_FILES_AVAILABLE, path });
    if (!result.problems) return result.value;
    const { problems = [] } = checkDocument(document, { path, text: demoText(document, path) }, ALL_FILES_AVAILABLE);
    throw new Error(`src/content/${problems.map(problemText).join('\n')}`);
  }
}

const ALL_FILES_AVAILABLE: AvailableFiles = { hasPicture: () => true, hasFont: () => true };
