import { isDeepStrictEqual } from 'node:util';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { type ContentObject, isObject, type Overlay } from '#lib/platform/content/overlay.ts';

/** Merges objects field by field, at every level; lists and texts are replaced as a whole. */
const BY_FIELD: Overlay = {
  merge(below, above) {
    const fields = new Map(Object.entries(below));
    for (const [name, value] of Object.entries(above)) {
      const before = fields.get(name);
      fields.set(name, isObject(before) && isObject(value) ? BY_FIELD.merge(before, value) : value);
    }
    return Object.fromEntries(fields);
  },
  ownPart(shipped, whole) {
    const parts = Object.entries(whole).flatMap(([name, value]): [string, unknown][] => {
      const before = shipped[name];
      if (isDeepStrictEqual(value, before)) return [];
      return [[name, isObject(before) && isObject(value) ? BY_FIELD.ownPart(before, value) : value]];
    });
    return Object.fromEntries(parts) as ContentObject;
  },
};

/** Merges objects; any other value of the owner replaces the demo's value. */
export function overlaid({ overlay = BY_FIELD }: ContentDocument<unknown>, shipped: unknown, own: unknown): unknown {
  return isObject(shipped) && isObject(own) ? overlay.merge(shipped, own) : own;
}

export function ownPart({ overlay = BY_FIELD }: ContentDocument<unknown>, shipped: unknown, whole: unknown): unknown {
  if (isDeepStrictEqual(whole, shipped)) return undefined;
  if (!isObject(shipped) || !isObject(whole)) return whole;
  const part = overlay.ownPart(shipped, whole);
  return Object.keys(part).length === 0 ? undefined : part;
}
