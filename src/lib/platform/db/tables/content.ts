export interface ContentTables {
  own_content: OwnContentTable;
}

/** Each change by the owner is a row; the one with the highest version is used. */
export interface OwnContentTable {
  /** As in src/content, without the ending of documents: `settings`, `blog/mending`, `pictures/slides/1.avif`. */
  path: string;
  version: number;
  /** `shipped`: the text that comes with the shop is used again. */
  state: 'own' | 'shipped' | 'hidden';
  /**
   * The document as text, or the picture's data as JSON; for a hidden text its previous body, empty if it is not the
   * owner's.
   */
  body: string;
  at: number;
}
