import { isNamed } from '#lib/platform/errors/error-name.ts';
import type { FileKindName } from '#lib/platform/files/storage/file-kinds.ts';

export interface UploadRules {
  fileFields: readonly string[];
  /** The maximum number of files. */
  maxFiles: number;
  /** The maximum size of one file. */
  maxFileBytes: number;
  /** The maximum number of other fields. */
  maxFields: number;
  /** The maximum size of one other field. */
  maxFieldBytes: number;
  kinds: readonly FileKindName[];
  /** The edge in pixels of the squares to which pictures are cropped. */
  squareEdge?: number;
  /** Whether the caller re-encodes the pictures, for example with `PictureStore.add`. */
  isReencodedLater?: true;
  messages: {
    tooManyFiles: string;
    fileTooLarge(name: string): string;
    typeNotAllowed(name: string): string;
  };
}

/** Returns the rules for a form with one CSV file in the field `file`, and a few other fields. */
export function csvUploadRules(
  maxFileBytes: number,
  { noFile, notCsv, tooLarge }: { noFile: string; notCsv: string; tooLarge: string },
): UploadRules {
  return {
    fileFields: ['file'],
    maxFiles: 1,
    maxFileBytes,
    maxFields: 5,
    maxFieldBytes: 1_000,
    kinds: ['csv'],
    messages: { tooManyFiles: noFile, fileTooLarge: () => tooLarge, typeNotAllowed: () => notCsv },
  };
}

export interface UploadedFile {
  field: string;
  /** The name chosen by the user. It must never be used as a path. */
  name: string;
  kind: FileKindName;
  bytes: number;
  path: string;
}

export interface Upload {
  /** The value of a field that occurs once is a string, and that of a repeated field a list of strings. */
  fields: Record<string, unknown>;
  files: UploadedFile[];
  discard(): Promise<void>;
}

export const NO_SPACE = 'There is no space for files right now. Please try again later.';
export const TEXT_TOO_LONG = 'This text is too long.';

type FileErrorCode = 'malformed' | 'too_large' | 'wrong_type' | 'invalid' | 'too_many' | 'busy';

/** Thrown if a form with files is refused, or if a file can't be stored or read. The message is shown to the user. */
export class FileError extends Error {
  readonly code: FileErrorCode;
  fields: Upload['fields'] | undefined;
  constructor(code: FileErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileError';
    this.code = code;
  }
}

export function isFileError(error: unknown): error is FileError {
  return isNamed(error, 'FileError');
}

const MAX_NAME_LENGTH = 150;

/** Returns the name without folders and invisible characters. A long name is shortened, but keeps its extension. */
export function displayName(name: string): string {
  const baseName = name.replace(/^.*[/\\]/s, '');
  const cleanName = baseName.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  if (cleanName.length <= MAX_NAME_LENGTH) return cleanName;
  const extension = /\.[a-z0-9]{1,5}$/i.exec(cleanName)?.[0] ?? '';
  return `${cleanName.slice(0, MAX_NAME_LENGTH - extension.length - 1).toWellFormed()}…${extension}`;
}
