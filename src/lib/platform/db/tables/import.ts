export interface ImportTables {
  import_answer: ImportAnswerTable;
}

/** What the owner said of a word in a seller's file: which field a column is, which brand a vendor. */
export interface ImportAnswerTable {
  kind: 'column' | 'brand';
  word: string;
  means: string;
}
