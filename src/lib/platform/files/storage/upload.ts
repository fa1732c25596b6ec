import { isNamed } from '#lib/platform/errors/error-name.ts';
import type { FileKindName } from '#lib/platform/files/storage/file-kinds.ts';

export interface UploadRules {
  fileFields: readonly string[];
  /** This and the next three are maximum values; `fileBytes` and `fieldBytes` are for one file or field. */
  files: number;
  fileBytes: number;
  fields: number;
  fieldBytes: number;
  kinds: readonly FileKindName[];
  /** In pixels: pictures are cropped to squares of this size. */
  squareEdge?: number;
  /** The caller re-encodes the pictures, as `PictureStore.add` does. */
  isReencodedLater?: true;
  messages: {
    tooManyFiles: string;
    fileTooLarge(name: string): string;
    typeNotAllowed(name: string): string;
  };
}

/** Returns the rules for a form with one CSV file in the field `file`, and a few other fields. */
export function csvUploadRules(
  fileBytes: number,
  { noFile, notCsv, tooLarge }: { noFile: string; notCsv: string; tooLarge: string },
): UploadRules {
  return {
    ...{ fileFields: ['file'], files: 1, fileBytes, fields: 5, fieldBytes: 1_000, kinds: ['csv'] },
    messages: { tooManyFiles: noFile, fileTooLarge: () => tooLarge, typeNotAllowed: () => notCsv },
  };
}

export interface UploadedFile {
  field: string;
  /** Chosen by the user, so it must never be used as a path. */
  name: string;
  kind: FileKindName;
  bytes: number;
  path: string;
}

export interface Upload {
  /** A field that occurs once is a text; a repeated one is a list. */
  fields: Record<string, unknown>;
  files: UploadedFile[];
  discard(): Promise<void>;
}

export const NO_SPACE = 'There is no space for files right now. Please try again later.';
export const TEXT_TOO_LONG = 'This text is too long.';

type RefusalCode = 'malformed' | 'too_large' | 'wrong_type' | 'invalid' | 'too_many' | 'busy';

/** Thrown if a form with files is refused, or if a file can't be stored or read. The message is shown to the user. */
export class FileRefusal extends Error {
  readonly code: RefusalCode;
  fields: Upload['fields'] | undefined;
  constructor(code: RefusalCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileRefusal';
    this.code = code;
  }
}

export function isFileRefusal(error: unknown): error is FileRefusal {
  return isNamed(error, 'FileRefusal');
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
