export interface ContentTables {
  own_content: OwnContentTable;
}

/** Each change by the owner is a row; the one with the highest version is used. */
export interface OwnContentTable {
  /** The path in src/content: `settings` and `faq/delivery` for documents, `pictures/slides/1.avif` for pictures. */
  path: string;
  version: number;
  /** `shipped`: the owner has reverted to the demo text. */
  state: 'own' | 'shipped' | 'hidden';
  /**
   * The document as text, or the picture's data as JSON. For a hidden text it is the previous body, or empty if that
   * was the demo text.
   */
  body: string;
  at: number;
}
