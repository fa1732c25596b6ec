import { isDeepStrictEqual } from 'node:util';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { type ContentObject, isObject, type Overlay } from '#lib/platform/content/overlay.ts';

/** Merges objects field by field, at every level; lists and other values are replaced as a whole. */
const DEFAULT_OVERLAY: Overlay = {
  merge(base, ownFields) {
    const fields = new Map(Object.entries(base));
    for (const [name, value] of Object.entries(ownFields)) {
      const baseValue = fields.get(name);
      fields.set(name, isObject(baseValue) && isObject(value) ? DEFAULT_OVERLAY.merge(baseValue, value) : value);
    }
    return Object.fromEntries(fields);
  },
  ownPart(base, merged) {
    const parts = Object.entries(merged).flatMap(([name, value]): [string, unknown][] => {
      const baseValue = base[name];
      if (isDeepStrictEqual(value, baseValue)) return [];
      return [[name, isObject(baseValue) && isObject(value) ? DEFAULT_OVERLAY.ownPart(baseValue, value) : value]];
    });
    return Object.fromEntries(parts) as ContentObject;
  },
};

/** Merges two objects with the document's overlay. If one of the values is not an object, returns `ownValue`. */
export function applyOverlay(
  { overlay = DEFAULT_OVERLAY }: ContentDocument<unknown>,
  base: unknown,
  ownValue: unknown,
): unknown {
  return isObject(base) && isObject(ownValue) ? overlay.merge(base, ownValue) : ownValue;
}

/** Returns the part of `merged` that differs from `base`, or undefined if they are equal. */
export function ownPart(
  { overlay = DEFAULT_OVERLAY }: ContentDocument<unknown>,
  base: unknown,
  merged: unknown,
): unknown {
  if (isDeepStrictEqual(merged, base)) return undefined;
  if (!isObject(base) || !isObject(merged)) return merged;
  const part = overlay.ownPart(base, merged);
  return Object.keys(part).length === 0 ? undefined : part;
}
