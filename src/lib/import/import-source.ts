import type { CatalogueEntry } from '#lib/import/catalog-record.ts';

export interface SourcePlace {
  file: string;
  line: number;
}

/** Of a product whose variants have lines of their own: where they stand, and how it says that all of it is left out. */
export interface ProductLines {
  variants: number[];
  leftOut(message: string): string;
}

/** What a reader finds in a file: a sound record, something that is left out, or a word of caution. */
export type SourceItem =
  | { at: SourcePlace; record: CatalogueEntry; bytes: number; rows?: ProductLines }
  | { at: SourcePlace; problem: string; bytes: number }
  | { at: SourcePlace; warning: string };

/** A file that can't be read at all, in words for the owner. */
export class ImportFileError extends Error {
  readonly code = 'import_file';
}
