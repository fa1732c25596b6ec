/** How the owner's part of a document is combined with the demo's document. */
export interface Overlay {
  /** The base, such as the demo's document, with the owner's part. */
  merge(base: ContentObject, own: ContentObject): ContentObject;
  /** The part of a document that differs from the base, so that later versions can change everything else. */
  ownPart(base: ContentObject, whole: ContentObject): ContentObject;
}

export type ContentObject = Record<string, unknown>;

/** The value at a path through objects and lists; undefined if there is none. */
export function fieldAt(fields: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as ContentObject | undefined)?.[name], fields);
}

/** Whether the owner's part of a document sets the field at a path. Lists and texts are set as a whole. */
export function setsField(own: unknown, [name, ...rest]: readonly (string | number)[]): boolean {
  if (name === undefined || !isObject(own)) return own !== undefined;
  return setsField(own[name], rest);
}

export function isObject(value: unknown): value is ContentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
