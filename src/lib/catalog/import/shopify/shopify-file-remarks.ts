import type { ShopifyGroup } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { TaxonomyRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import { countText, plural } from '#lib/primitives/plural.ts';

const TAGS_SHOWN = 30;

/**
 * Returns the group, with a problem if its rows are not adjacent. For each product whose rows are not adjacent,
 * `scatteredLines` contains the first line of each part, by handle.
 */
export function markScattered(group: ShopifyGroup, scatteredLines: ReadonlyMap<string, number[]>): ShopifyGroup {
  const lines = scatteredLines.get(group.handle);
  if (group.problem || !lines) return group;
  const message = `its rows are not adjacent: they begin on lines ${lines.join(', ')}`;
  return { ...group, problem: { line: group.line, message } };
}

export function unknownTagsWarning(tags: readonly string[]): Remark[] {
  if (tags.length === 0) return [];
  const shownTags = tags.slice(0, TAGS_SHOWN).join(', ') + (tags.length > TAGS_SHOWN ? ', …' : '');
  const subject = countText(tags.length, 'tag matches', 'tags match');
  const are = plural(tags.length, 'is', 'are');
  const message = `${subject} no category, and ${are} used for search only: ${shownTags}`;
  return [{ message, remedy: { by: 'tag categories' } }];
}

export function vendorWarning(vendor: string): Remark {
  const message = `customers will see the vendor "${vendor}" as a brand`;
  return { message, remedy: { by: 'brand', vendor } };
}

/** Returns the names of brands that look like account names. Shopify exports the account name if no vendor is set. */
export function accountNameBrands(records: readonly TaxonomyRecord[]): string[] {
  return records.flatMap(({ type, name }) =>
    type === 'brand' && /^[a-z0-9]+([-_.][a-z0-9]+)+$/.test(name) ? [name] : [],
  );
}
