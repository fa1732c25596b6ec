import { facetCounts } from '#lib/catalog/listing/taxonomy.server.ts';
import {
  type ChildMeasurements,
  childMeasurements,
  childSizeResult,
  sizeRanges,
} from '#lib/content/content/child-size.ts';
import { SIZE_GUIDE } from '#lib/content/content/size-guide.schema.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { SERVICES } from '#lib/shop/settings/services.schema.ts';

export const CHILD_SIZE_PATH = '/size-guide/child';

/** Returns whether pages link to the child-size page: true if it is turned on and the size guide has heights. */
export function hasChildSize({ db }: Pick<Shop, 'db'>): boolean {
  const content = contentOf(db);
  return content.of(SERVICES).childSize && sizeRanges(content.of(SIZE_GUIDE).children).length > 0;
}

/**
 * Returns a child's size by height or age (product.md, "Child’s size"), and the slug of the age filter for each size
 * with products, by the name of the size. Returns undefined if pages don't link to it.
 */
export async function childSize(shop: Pick<Shop, 'db'>, params: URLSearchParams) {
  if (!hasChildSize(shop)) return undefined;
  const measurements = childMeasurements(params);
  const input: ChildMeasurements = 'problem' in measurements ? {} : measurements;
  const sizeTable = contentOf(shop.db).of(SIZE_GUIDE).children;
  const ageSlugs = new Map((await facetCounts(shop.db, 'age')).map(({ name, slug }) => [name, slug]));
  return {
    input,
    result: 'problem' in measurements ? measurements : childSizeResult(sizeTable, measurements),
    ageSlugs,
  };
}
