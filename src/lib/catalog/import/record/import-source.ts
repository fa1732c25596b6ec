import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';

export interface SourcePlace {
  file: string;
  line: number;
}

/** Of a product whose variants have lines of their own: where they stand, and how it says that all of it is left out. */
export interface ProductLines {
  variants: number[];
  leftOut(message: string): string;
}

export type SourceItem =
  | { at: SourcePlace; record: CatalogueEntry; bytes: number; rows?: ProductLines }
  | { at: SourcePlace; problem: string; bytes: number }
  | { at: SourcePlace; warning: string };

export class ImportFileError extends Error {
  readonly code = 'import_file';
}
