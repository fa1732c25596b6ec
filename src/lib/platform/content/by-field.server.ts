import { isDeepStrictEqual } from 'node:util';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { isObject, type Overlay } from '#lib/platform/content/overlay.ts';

const BY_FIELD: Overlay = {
  over: (shipped, own) => ({ ...shipped, ...own }),
  ownPart(shipped, whole) {
    return Object.fromEntries(
      Object.entries(whole).filter(([name, value]) => !isDeepStrictEqual(value, shipped[name])),
    );
  },
};

/** Only of objects; lists and texts are replaced whole. */
export function overlaid({ overlay = BY_FIELD }: ContentDocument<unknown>, shipped: unknown, own: unknown): unknown {
  return isObject(shipped) && isObject(own) ? overlay.over(shipped, own) : own;
}

export function ownPart({ overlay = BY_FIELD }: ContentDocument<unknown>, shipped: unknown, whole: unknown): unknown {
  if (isDeepStrictEqual(whole, shipped)) return undefined;
  if (!isObject(shipped) || !isObject(whole)) return whole;
  const part = overlay.ownPart(shipped, whole);
  return Object.keys(part).length === 0 ? undefined : part;
}
