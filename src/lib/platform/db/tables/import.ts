export interface ImportTables {
  import_answer: ImportAnswerTable;
}

/** The owner's mapping of a word in a seller's file: a column to a field, a vendor to a brand. */
export interface ImportAnswerTable {
  kind: 'column' | 'brand';
  word: string;
  means: string;
}
