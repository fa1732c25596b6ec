/** A change by the owner. Of the rows with the same path, the row with the highest version is used. */
export interface OwnContentTable {
  /**
   * For a document, its path in src/content, such as `faq/delivery`; for a file, a path such as
   * `pictures/slides/1.avif`.
   */
  path: string;
  version: number;
  /** `shipped`: the owner has reverted to the demo text. */
  state: 'own' | 'shipped' | 'hidden';
  /**
   * The document as text, or the data of a picture or font as JSON. For a hidden text, the previous body, or an empty
   * string if the previous text was the demo text.
   */
  body: string;
  at: number;
}
