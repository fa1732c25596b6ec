import type { FileKindName } from '#lib/platform/files/file-kinds.ts';

/** What a form with files may hold; checked while it streams in. */
export interface UploadRules {
  /** Names of the form's file inputs. */
  fileFields: readonly string[];
  /** Files in all. */
  files: number;
  fileBytes: number;
  /** Text fields in all. */
  fields: number;
  fieldBytes: number;
  kinds: readonly FileKindName[];
  /** The edge in pixels of the square that each picture is made into; without it they keep their form. */
  square?: number;
  says: {
    tooManyFiles: string;
    fileTooLarge(name: string): string;
    typeNotAllowed(name: string): string;
  };
}

/** A file that has arrived whole, in a private folder that is removed when the request ends. */
export interface UploadedFile {
  field: string;
  /** As the person calls it: shown as text, never used as a path. */
  name: string;
  kind: FileKindName;
  bytes: number;
  path: string;
}

export interface Upload {
  /** A name that comes once is text, one that repeats is a list. */
  fields: Record<string, unknown>;
  files: UploadedFile[];
  /** Removes what was not moved into the file store. */
  discard(): Promise<void>;
}

/** Said while the disk has room for orders only, or a store of files does not answer. */
export const NO_ROOM = 'There is no room for files just now. Please try again later.';
/** Said of what was typed, not of a file. */
export const TEXT_TOO_LONG = 'That is too long to take.';

type RefusalCode = 'malformed' | 'too_large' | 'wrong_type' | 'invalid' | 'too_many' | 'busy';

/** Why an upload is not taken, in the words that the person reads. */
export class UploadRefusal extends Error {
  readonly code: RefusalCode;
  /** What had been typed before the part that was refused. */
  fields: Upload['fields'] | undefined;
  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UploadRefusal';
    this.code = code;
  }
}

/** The server's entry and the bundled pages each have a copy of the class, so it is told by its name. */
export function isUploadRefusal(error: unknown): error is UploadRefusal {
  return error instanceof Error && error.name === 'UploadRefusal';
}

const LONGEST_NAME = 150;

/** A file's name without folders, control and direction marks, short enough to show; its extension stays. */
export function shownName(name: string): string {
  const base = name.replace(/^.*[/\\]/s, '');
  const clean = base.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  if (clean.length <= LONGEST_NAME) return clean;
  const extension = /\.[a-z0-9]{1,5}$/i.exec(clean)?.[0] ?? '';
  return `${clean.slice(0, LONGEST_NAME - extension.length - 1).toWellFormed()}…${extension}`;
}
