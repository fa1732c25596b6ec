export interface Overlay {
  /** The demo's document with the owner's part. */
  merge(shipped: ContentObject, own: ContentObject): ContentObject;
  /** The part of a document that differs from the demo's, so that later versions can change everything else. */
  ownPart(shipped: ContentObject, whole: ContentObject): ContentObject;
}

export type ContentObject = Record<string, unknown>;

export function isObject(value: unknown): value is ContentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
