import type { z } from 'zod';
import type { Overlay } from '#lib/platform/content/overlay.ts';

/** A text or list that the owner may replace; the demo's is under src/content at the same path. */
export interface ContentDocument<T> {
  /** Without the extension: `settings`; for a folder with a star: `blog/*`. */
  path: string;
  format: ContentFormat;
  about: string;
  schema: z.ZodType<T>;
  /** For objects; by default each field is merged separately, at every level. */
  overlay?: Overlay;
  /**
   * Checks that depend on other data, such as whether a picture exists. `before` is the current value when a new one is
   * saved: a rule that is newer than stored values may only reject changes.
   */
  check?(value: T, about: AvailableFiles & { path: string; before?: T | undefined }): FieldProblem[];
  /** Whether the law or the shop itself requires it: it may be changed, but not hidden. */
  isRequired?: boolean;
}

export type ContentFormat = 'json' | 'markdown';

/** Pictures and fonts that exist, the demo's and the owner's. */
export interface AvailableFiles {
  hasPicture(name: string): boolean;
  hasFont(name: string): boolean;
}

/** A path into the document: names of fields, and list indexes from 0. */
export type FieldPath = readonly PropertyKey[];

export interface FieldProblem {
  field: FieldPath;
  message: string;
}

/** With its position in the file; lines and columns count from 1. */
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

/** Whether the document, or one of the folder, has this path. */
export function hasPath({ path }: Pick<ContentDocument<unknown>, 'path'>, documentPath: string): boolean {
  return isFolder({ path })
    ? NAME_IN_FOLDER.test(documentPath) && documentPath.startsWith(path.slice(0, -1))
    : path === documentPath;
}

export function fileOf(path: string, format: ContentFormat): string {
  return `${path}.${format === 'json' ? 'json' : 'md'}`;
}

const NAME_IN_FOLDER = /^[a-z-]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/;
