export interface ContentTables {
  own_content: OwnContentTable;
}

/** Each change of the owner is a row; the one with the highest version counts. */
export interface OwnContentTable {
  /** As in src/content, without the ending of documents: `settings`, `blog/mending`, `pictures/slides/1.avif`. */
  path: string;
  version: number;
  /** `shipped`: what came with the shop counts again. */
  state: 'own' | 'shipped' | 'hidden';
  /** The document as text, or what is known of the picture as JSON; of a hidden text what it was, empty if it is not the owner's. */
  body: string;
  at: number;
}
