import { isDeepStrictEqual } from 'node:util';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { type ContentObject, isObject, type Overlay } from '#lib/platform/content/overlay.ts';

/** Merges objects field by field, at every level; lists and texts are replaced as a whole. */
const DEFAULT_OVERLAY: Overlay = {
  merge(base, own) {
    const fields = new Map(Object.entries(base));
    for (const [name, value] of Object.entries(own)) {
      const before = fields.get(name);
      fields.set(name, isObject(before) && isObject(value) ? DEFAULT_OVERLAY.merge(before, value) : value);
    }
    return Object.fromEntries(fields);
  },
  ownPart(base, whole) {
    const parts = Object.entries(whole).flatMap(([name, value]): [string, unknown][] => {
      const before = base[name];
      if (isDeepStrictEqual(value, before)) return [];
      return [[name, isObject(before) && isObject(value) ? DEFAULT_OVERLAY.ownPart(before, value) : value]];
    });
    return Object.fromEntries(parts) as ContentObject;
  },
};

/** Merges objects by the document's overlay; any other value of `own` replaces `base`. */
export function applyOverlay(
  { overlay = DEFAULT_OVERLAY }: ContentDocument<unknown>,
  base: unknown,
  own: unknown,
): unknown {
  return isObject(base) && isObject(own) ? overlay.merge(base, own) : own;
}

/** The part of `whole` that differs from `base`; `undefined` if they are equal. */
export function ownPart(
  { overlay = DEFAULT_OVERLAY }: ContentDocument<unknown>,
  base: unknown,
  whole: unknown,
): unknown {
  if (isDeepStrictEqual(whole, base)) return undefined;
  if (!isObject(base) || !isObject(whole)) return whole;
  const part = overlay.ownPart(base, whole);
  return Object.keys(part).length === 0 ? undefined : part;
}
