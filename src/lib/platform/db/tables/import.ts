export interface ImportTables {
  import_mapping: ImportMappingTable;
  catalogue_import: CatalogueImportTable;
  catalogue_import_row: CatalogueImportRowTable;
}

/** The owner's mapping of a word in a seller's file: of a column to a field, or of a vendor to a brand. */
export interface ImportMappingTable {
  kind: 'column' | 'brand';
  word: string;
  target: string;
}

/**
 * A job compares the file with the shop (`planning`); a person checks the preview (`planned`); a job applies the rows
 * (`running`) until none is waiting (`done`) or a person stops it.
 */
export type ImportState = 'planning' | 'planned' | 'running' | 'stopped' | 'done';

export interface CatalogueImportTable {
  id: string;
  author: string;
  /** The person who started the import, for the audit log; null before the start. */
  actor_json: string | null;
  file_name: string;
  /** The key of the file in the file store; null once the import has been started. */
  file_key: string | null;
  file_bytes: number;
  /** The options for reading the file. */
  options_json: string;
  /** The id of the import that this import undoes; null for an import of a file. */
  undoes: string | null;
  state: ImportState;
  /** The process that creates the preview. */
  planner: string | null;
  /** The counts in the preview. */
  report_json: string | null;
  /** The reason why the file can't be read; null if it can. */
  problem: string | null;
  created_at: number;
  updated_at: number;
}

export interface CatalogueImportRowTable {
  import_id: string;
  position: number;
  /** `product`, `review`, or a kind of value such as `category`. */
  kind: string;
  /** The slug of the record, or the id of a review. */
  record_id: string;
  name: string;
  effect: 'new' | 'changed' | 'refused';
  /** The line number in the file. */
  line: number;
  state: 'waiting' | 'done' | 'failed';
  /** The reason for the failure, or the missing data. */
  message: string | null;
  /** For a new product: a summary for the owner to check. */
  about: string | null;
  /** The differences shown in the preview. */
  changes_json: string;
  before_json: string | null;
  after_json: string | null;
}
