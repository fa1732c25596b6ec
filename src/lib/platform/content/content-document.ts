import type { z } from 'zod';
import type { Overlay } from '#lib/platform/content/overlay.ts';

/** A text or list that the owner may replace; what ships lies under src/content at the same path. */
export interface ContentDocument<T> {
  /** Without the ending: `settings`; in a folder with a star: `blog/*`. */
  path: string;
  format: ContentFormat;
  about: string;
  schema: z.ZodType<T>;
  /** Of objects; without one each field counts by itself, at every level. */
  overlay?: Overlay;
  /**
   * What only the whole shop knows, such as whether a picture is there. `before` is the value until now, when a new one is
   * saved: a rule that is younger than stored values may refuse changes only.
   */
  check?(value: T, about: Surroundings & { path: string; before?: T | undefined }): FieldProblem[];
  /** The law asks for it, or the shop stands on it. */
  isNeeded?: boolean;
}

export type ContentFormat = 'json' | 'markdown';

export interface Surroundings {
  hasPicture(name: string): boolean;
  hasFont(name: string): boolean;
}

/** A path into the document: names of fields, and places in lists from 0. */
export type FieldPath = readonly PropertyKey[];

export interface FieldProblem {
  field: FieldPath;
  message: string;
}

/** With where it stands in its file; lines and columns count from 1. */
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

export function holds({ path }: Pick<ContentDocument<unknown>, 'path'>, asked: string): boolean {
  return isFolder({ path }) ? NAME_IN_FOLDER.test(asked) && asked.startsWith(path.slice(0, -1)) : path === asked;
}

export function fileOf(path: string, format: ContentFormat): string {
  return `${path}.${format === 'json' ? 'json' : 'md'}`;
}

const NAME_IN_FOLDER = /^[a-z-]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/;
