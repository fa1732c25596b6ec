import type { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';

export const CATEGORY_SOURCES = ['type', 'tags'] as const;
export type CategorySource = (typeof CATEGORY_SOURCES)[number];

const MAX_CATEGORIES = 20;

export interface CategoryWords {
  type: string;
  /** From the most general to the most specific. */
  path: string[];
  tags: string[];
}

export type MakeCategory = (name: string) => string | undefined;

/**
 * The category slugs, most specific first; parents are implied. Creates a missing type or the last category of the
 * path, and missing tags if the owner chose tags as the source.
 */
export function namedCategories(
  words: CategoryWords,
  names: TaxonomyNames,
  make: MakeCategory,
  source: CategorySource,
): string[] {
  const { tags } = words;
  const isFromTags = source === 'tags' && tags.length > 0;
  const type = isFromTags ? '' : words.type;
  const path = isFromTags ? [] : words.path;
  const beside = [type, ...path, ...tags];
  const known = (name: string) => {
    const slug = names.categoryNamed(name, beside);
    const coming = slug === undefined ? names.expected(name) : undefined;
    return coming === undefined ? slug : make(coming);
  };
  const typed = type === '' ? undefined : (known(type) ?? make(type));
  const onPath = path
    .toReversed()
    .map(known)
    .find((slug) => slug !== undefined);
  const tagged = tags.flatMap((tag) => known(tag) ?? (isFromTags ? (make(capitalised(tag)) ?? []) : []));
  const found = [typed, onPath, ...tagged].filter((slug) => slug !== undefined);
  const last = path.at(-1);
  const created = found.length > 0 || last === undefined ? undefined : make(last);
  return withoutParents([...found, ...(created === undefined ? [] : [created])], names).slice(0, MAX_CATEGORIES);
}

/**
 * Registers the categories that the rows will create, so that a name means the same category in each row and in the
 * next import.
 */
export function expectCategories(rows: readonly CategoryWords[], names: TaxonomyNames, source: CategorySource): void {
  const isFromTags = ({ tags }: CategoryWords) => source === 'tags' && tags.length > 0;
  for (const row of rows) {
    if (isFromTags(row)) for (const tag of row.tags) names.expect(capitalised(tag));
    else if (row.type !== '') names.expect(row.type);
  }
  for (const row of rows) {
    const last = row.path.at(-1);
    if (last === undefined || row.type !== '' || isFromTags(row)) continue;
    const isNamed = [...row.path, ...row.tags].some(
      (name) => (names.categoryNamed(name) ?? names.expected(name)) !== undefined,
    );
    if (!isNamed) names.expect(last);
  }
}

function capitalised(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1);
}

function withoutParents(slugs: string[], names: TaxonomyNames): string[] {
  const parents = new Set(slugs.map((slug) => names.parentOf(slug)));
  return [...new Set(slugs)].filter((slug) => !parents.has(slug));
}

/**
 * `undefined` if the categories stay. A new type replaces them, further categories are added, and nothing is removed
 * without `--remove`.
 */
export function categoriesWith(
  named: string[],
  old: ProductRecord | undefined,
  names: TaxonomyNames,
  removes: boolean,
): string[] | undefined {
  const [first] = named;
  if (first === undefined) return old ? undefined : [];
  if (!old) return named;
  const oldSlugs = new Set(old.categories.flatMap((slug) => [slug, names.parentOf(slug) ?? slug]));
  if (named.every((slug) => oldSlugs.has(slug))) return undefined;
  if (removes || !oldSlugs.has(first)) return named;
  return withoutParents([...old.categories, ...named], names);
}
