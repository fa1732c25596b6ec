import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { overlaid } from '#lib/platform/content/by-field.server.ts';
import { checkDocument, checkValue, fieldsOf, invalidFields } from '#lib/platform/content/check-document.server.ts';
import {
  type AvailableFiles,
  type ContentDocument,
  type ContentProblem,
  fileOf,
  isFolder,
  problemText,
} from '#lib/platform/content/content-document.ts';
import { isObject } from '#lib/platform/content/overlay.ts';
import { countVersions, type OwnContent, ownContent } from '#lib/platform/content/own-content.server.ts';
import { isShipped, shippedNames, shippedPictures, shippedText } from '#lib/platform/content/shipped-content.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';

/** A tag of every shared page, because header and footer show the owner's settings. */
export const CONTENT_TAG = 'content';

/** The shop's texts and settings, cached: the owner's, or the demo's. Before the first `follow` only the demo's. */
export function contentOf(db: Pick<ShopDatabase, 'memo'>): Content {
  return db.memo('content', () => new Content());
}

export class Content {
  #own: ReadonlyMap<string, OwnContent> = new Map();
  /** The number of stored versions. Versions are never deleted, so a different number means a change. */
  #versions = 0;
  #values = new Map<string, unknown>();
  #log: Pick<Logger, 'error'> | undefined;
  /** Increases with each change; for cache keys. */
  version = 0;

  /** Loads the owner's current texts. Call it at startup and after each change. */
  async follow(db: { write: Kysely<Tables> }, log?: Pick<Logger, 'error'>): Promise<void> {
    this.#log = log ?? this.#log;
    const own = await ownContent(db.write);
    this.#versions = versionsIn(own);
    this.#own = new Map(own.map((text) => [text.path, text]));
    this.#values = new Map();
    this.version += 1;
  }

  /** Loads the texts visible to a transaction or connection, for results that must not depend on older texts. */
  async followIn(db: Kysely<Tables>): Promise<void> {
    if ((await countVersions(db)) !== this.#versions) await this.follow({ write: db });
  }

  get own(): ReadonlyMap<string, OwnContent> {
    return this.#own;
  }

  filesIn(folder: 'fonts' | 'pictures'): OwnContent[] {
    return [...this.#own.values()].filter(({ path, state }) => path.startsWith(`${folder}/`) && state === 'own');
  }

  /** Never throws for an owner's invalid text: uses its valid part, or the demo's text. */
  of<T>(document: ContentDocument<T>): T {
    const value = this.#at(document, document.path);
    if (value === undefined) throw new Error(`src/content has no ${fileOf(document.path, document.format)}`);
    return value;
  }

  /** All documents of a folder by name, except those that the owner has hidden. */
  all<T>(folder: ContentDocument<T>): Map<string, T> {
    const paths = this.pathsOf(folder).filter((path) => this.#own.get(path)?.state !== 'hidden');
    return new Map(
      paths.flatMap((path): [string, T][] => {
        const value = this.#at(folder, path);
        return value === undefined ? [] : [[nameOf(path), value]];
      }),
    );
  }

  /** Computed once for the current state of all documents; a failure is not cached. */
  memo<T>(name: string, make: () => T): T {
    const key = `memo ${name}`;
    const values = this.#values;
    if (!values.has(key)) {
      const value = make();
      values.set(key, value);
      // The callers get the error; the next call computes again.
      if (value instanceof Promise) value.catch(() => values.delete(key));
    }
    return values.get(key) as T;
  }

  /** The paths of all documents, the owner's and the demo's, including hidden ones. */
  pathsOf(document: ContentDocument<unknown>): string[] {
    if (!isFolder(document)) return [document.path];
    const folder = document.path.slice(0, -1);
    const own = [...this.#own.values()].filter(({ path, state }) => path.startsWith(folder) && state !== 'shipped');
    return [...new Set([...shippedNames(document), ...own.map(({ path }) => path)])].sort();
  }

  /** The problems of the owner's text as stored in the database. */
  problemsOf(document: ContentDocument<unknown>, path: string): ContentProblem[] {
    const own = this.#own.get(path);
    if (own?.state !== 'own') return [];
    const shipped = this.shippedValue(document, path);
    return checkDocument(document, { path, text: own.body, shipped }, this.availableFiles).problems ?? [];
  }

  get availableFiles(): AvailableFiles {
    const own = this.#own;
    const shipped = new Set(shippedPictures());
    const isOwn = (path: string) => own.get(path)?.state === 'own';
    return {
      hasPicture: (name) => shipped.has(name) || isOwn(`pictures/${name}`),
      hasFont: (name) => isOwn(`fonts/${name}`),
    };
  }

  /** The demo's text, if any. */
  shippedText(document: ContentDocument<unknown>, path: string): string | undefined {
    return isShipped(document, path) ? shippedText(document, path) : undefined;
  }

  /** The demo's JSON before the schema transforms it. The owner's JSON overrides only a part of it. */
  shippedValue(document: ContentDocument<unknown>, path: string): unknown {
    return document.format === 'json' ? this.shippedFields(document, path) : undefined;
  }

  /** The demo's fields before the schema transforms them. */
  shippedFields(document: ContentDocument<unknown>, path: string): unknown {
    const text = this.shippedText(document, path);
    return text === undefined ? undefined : fieldsOf(document, text);
  }

  /**
   * The current fields before the schema transforms them, including those of hidden texts, but without fields that this
   * version rejects.
   */
  currentFields(document: ContentDocument<unknown>, path: string): unknown {
    const shipped = this.shippedFields(document, path);
    const own = this.#own.get(path);
    if (!own || own.state === 'shipped' || own.body === '') return shipped;
    const source = { path, text: own.body, shipped: this.shippedValue(document, path) };
    const invalid = invalidFields(document, source, this.availableFiles);
    if (!invalid) return shipped;
    const value = fieldsOf(document, own.body);
    const valid = isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !invalid.fields.includes(name)))
      : value;
    return overlaid(document, document.format === 'json' || invalid.fields.length > 0 ? shipped : undefined, valid);
  }

  #at<T>(document: ContentDocument<T>, path: string): T | undefined {
    if (!this.#values.has(path)) this.#values.set(path, this.#read(document, path));
    return this.#values.get(path) as T | undefined;
  }

  #read<T>(document: ContentDocument<T>, path: string): T | undefined {
    const own = this.#own.get(path);
    if (own?.state !== 'own') return this.#shipped(document, path);
    const source = { path, text: own.body, shipped: this.shippedValue(document, path) };
    const { value, problems } = checkDocument(document, source, this.availableFiles);
    if (!problems) return value;
    this.#log?.error(
      { problems: problems.map(problemText) },
      'a text of the shop is invalid: its invalid parts are not shown',
    );
    return this.#validPart(document, source) ?? this.#shipped(document, path);
  }

  /** Drops invalid fields, because a newer version may have stricter rules. */
  #validPart<T>(
    document: ContentDocument<T>,
    source: { path: string; text: string; shipped?: unknown },
  ): T | undefined {
    const invalid = invalidFields(document, source, this.availableFiles);
    if (!invalid || !isObject(invalid.value) || !isObject(source.shipped)) return undefined;
    const valid = Object.entries(invalid.value).filter(([name]) => !invalid.fields.includes(name));
    const about = { ...this.availableFiles, path: source.path };
    const checked = checkValue(document, overlaid(document, source.shipped, Object.fromEntries(valid)), about);
    return 'value' in checked ? checked.value : undefined;
  }

  #shipped<T>(document: ContentDocument<T>, path: string): T | undefined {
    if (!isShipped(document, path)) return undefined;
    const { value, problems } = checkDocument(document, { path, text: shippedText(document, path) }, EVERY_FILE);
    if (problems) throw new Error(`src/content/${problems.map(problemText).join('\n')}`);
    return value;
  }
}

function versionsIn(own: readonly OwnContent[]): number {
  return own.reduce((sum, { version }) => sum + version, 0);
}

const EVERY_FILE: AvailableFiles = { hasPicture: () => true, hasFont: () => true };

function nameOf(path: string): string {
  return path.slice(path.indexOf('/') + 1);
}
