/** How the owner's part of a document is combined with the demo's document. */
export interface Overlay {
  /** The base, such as the demo's document, with the owner's part. */
  merge(base: ContentObject, own: ContentObject): ContentObject;
  /** The part of a document that differs from the base, so that later versions can change everything else. */
  ownPart(base: ContentObject, whole: ContentObject): ContentObject;
}

export type ContentObject = Record<string, unknown>;

export function isObject(value: unknown): value is ContentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
