import type { z } from 'zod';
import type { Overlay } from '#lib/platform/content/overlay.ts';

/** A text, list or settings that the owner may replace; the demo's version is in src/content at the same path. */
export interface ContentDocument<T> {
  /** The path without the extension, such as `settings`. The path of a folder ends with a star, such as `blog/*`. */
  path: string;
  format: ContentFormat;
  /** A description of the content, for the owner. */
  about: string;
  schema: z.ZodType<T>;
  /** How objects are merged; by default, field by field at every level. */
  overlay?: Overlay;
  /**
   * Checks that depend on other data, such as whether a picture exists. `before` is the current value when a new value
   * is saved: a rule that is newer than stored values may only reject changes to them.
   */
  check?(value: T, context: AvailableFiles & { path: string; before?: T | undefined }): FieldProblem[];
  /** Whether the law or the shop requires the document. It may then be changed, but not hidden. */
  isRequired?: boolean;
}

export type ContentFormat = 'json' | 'markdown';

/** The pictures and fonts of the demo and of the owner. */
export interface AvailableFiles {
  hasPicture(name: string): boolean;
  hasFont(name: string): boolean;
}

/** A path into the document: names of fields, and zero-based list indexes. */
export type FieldPath = readonly PropertyKey[];

export interface FieldProblem {
  field: FieldPath;
  message: string;
}

/** A problem with its position in the file; lines and columns are counted from 1. */
export interface ContentProblem {
  file: string;
  line: number;
  column: number;
  field: string;
  message: string;
}

export function problemText({ file, line, column, field, message }: ContentProblem): string {
  return `${file}:${line}:${column}${field && ` ${field}`}: ${message}`;
}

export function isFolder({ path }: Pick<ContentDocument<unknown>, 'path'>): boolean {
  return path.endsWith('/*');
}

/** Returns whether `documentPath` is the path of the document, or of a document in the folder. */
export function hasPath({ path }: Pick<ContentDocument<unknown>, 'path'>, documentPath: string): boolean {
  return isFolder({ path })
    ? PATH_IN_FOLDER.test(documentPath) && documentPath.startsWith(path.slice(0, -1))
    : path === documentPath;
}

export function fileOf(path: string, format: ContentFormat): string {
  return `${path}.${format === 'json' ? 'json' : 'md'}`;
}

const PATH_IN_FOLDER = /^[a-z-]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/;
