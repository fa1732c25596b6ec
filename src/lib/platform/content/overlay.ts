/** How the owner's part of a document is combined with the demo's document. */
export interface Overlay {
  /** Returns the base, such as the demo's document, merged with the owner's part. */
  merge(base: ContentObject, ownFields: ContentObject): ContentObject;
  /** Returns the part of a document that differs from the base, so that later versions can change everything else. */
  ownPart(base: ContentObject, merged: ContentObject): ContentObject;
}

export type ContentObject = Record<string, unknown>;

/** Returns the value at a path through objects and lists, or undefined if there is none. */
export function fieldAt(fields: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as ContentObject | undefined)?.[name], fields);
}

/** Returns whether the owner's part of a document sets the field at a path. Lists and texts are set as a whole. */
export function setsField(ownFields: unknown, [name, ...rest]: readonly (string | number)[]): boolean {
  if (name === undefined || !isObject(ownFields)) return ownFields !== undefined;
  return setsField(ownFields[name], rest);
}

export function isObject(value: unknown): value is ContentObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
