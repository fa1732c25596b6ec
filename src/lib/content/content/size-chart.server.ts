import { SIZE_GUIDE } from '#lib/content/content/size-guide.schema.ts';
import type { SizeTable } from '#lib/content/content/size-guide.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Returns the size chart of a top-level category; undefined if the category has no size chart. */
export function sizeChart({ db }: Pick<Shop, 'db'>, category = ''): SizeTable | undefined {
  const guide: Readonly<Record<string, SizeTable>> = contentOf(db).of(SIZE_GUIDE);
  return Object.hasOwn(guide, category) ? guide[category] : undefined;
}
