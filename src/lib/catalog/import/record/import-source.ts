import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import type { Remark, Remedy } from '#lib/catalog/import/record/import-remark.ts';

export interface SourceLocation {
  file: string;
  line: number;
}

/**
 * The lines of a product in a CSV file: the line number of each variant, and a function that returns a message with the
 * addition that the product is left out.
 */
export interface ProductLines {
  variantLines: number[];
  leftOutMessage(message: string): string;
}

export interface RecordItem {
  at: SourceLocation;
  record: CatalogueEntry;
  bytes: number;
  productLines?: ProductLines;
}

export type SourceItem =
  | RecordItem
  | { at: SourceLocation; problem: string; remedy?: Remedy | undefined; bytes: number }
  | { at: SourceLocation; warning: string; remedy?: Remedy | undefined };

/** Thrown if a file can't be imported at all. The message is for the owner. */
export class ImportFileError extends Error {
  readonly code = 'import_file';
  readonly remedy: Remedy | undefined;

  constructor(message: string, options: ErrorOptions & Pick<Remark, 'remedy'> = {}) {
    super(message, options);
    this.remedy = options.remedy;
  }
}
