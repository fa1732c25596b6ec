import type { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { PRODUCT_LIMITS } from '#lib/catalog/import/record/record-limits.ts';

export const CATEGORY_SOURCES = ['type', 'tags'] as const;
export type CategorySource = (typeof CATEGORY_SOURCES)[number];

export interface CategoryWords {
  type: string;
  /** The names of the path's categories, from the most general to the most specific. */
  path: string[];
  tags: string[];
}

/** Creates a category. Returns its slug, or undefined if the name can't become a slug. */
export type CreateCategory = (name: string) => string | undefined;

/**
 * Returns the slugs of at most 20 categories: for the type, for the most specific known step of the path, and for the
 * tags, in this order and without the parents of other categories. Creates a missing category for the type, for each
 * name that is registered with `expectCategories`, and for the last step of the path if nothing else names a category.
 * If `source` is `tags` and there are tags, the tags replace the type and path, and missing categories for tags are
 * created.
 */
export function resolveCategories(
  words: CategoryWords,
  names: TaxonomyNames,
  createCategory: CreateCategory,
  source: CategorySource,
): string[] {
  const { tags } = words;
  const isFromTags = source === 'tags' && tags.length > 0;
  const type = isFromTags ? '' : words.type;
  const path = isFromTags ? [] : words.path;
  const parentNames = [type, ...path, ...tags];
  const findOrCreateExpected = (name: string) => {
    const slug = names.categoryNamed(name, parentNames);
    const expectedName = slug === undefined ? names.expectedCategory(name) : undefined;
    return expectedName === undefined ? slug : createCategory(expectedName);
  };
  const typeSlug = type === '' ? undefined : (findOrCreateExpected(type) ?? createCategory(type));
  const pathSlug = path
    .toReversed()
    .map(findOrCreateExpected)
    .find((slug) => slug !== undefined);
  const tagSlugs = tags.flatMap(
    (tag) => findOrCreateExpected(tag) ?? (isFromTags ? (createCategory(capitalised(tag)) ?? []) : []),
  );
  const foundSlugs = [typeSlug, pathSlug, ...tagSlugs].filter((slug) => slug !== undefined);
  const lastStep = path.at(-1);
  const createdSlug = foundSlugs.length > 0 || lastStep === undefined ? undefined : createCategory(lastStep);
  const slugs = withoutParents([...foundSlugs, ...(createdSlug === undefined ? [] : [createdSlug])], names);
  return slugs.slice(0, PRODUCT_LIMITS.categories);
}

/**
 * Registers in `names` the categories that the rows will create, so that a name means the same category in each row and
 * in the next import.
 */
export function expectCategories(rows: readonly CategoryWords[], names: TaxonomyNames, source: CategorySource): void {
  const isFromTags = ({ tags }: CategoryWords) => source === 'tags' && tags.length > 0;
  for (const row of rows) {
    if (isFromTags(row)) for (const tag of row.tags) names.expectCategory(capitalised(tag));
    else if (row.type !== '') names.expectCategory(row.type);
  }
  for (const row of rows) {
    const lastStep = row.path.at(-1);
    if (lastStep === undefined || row.type !== '' || isFromTags(row)) continue;
    const namesCategory = [...row.path, ...row.tags].some(
      (name) => (names.categoryNamed(name) ?? names.expectedCategory(name)) !== undefined,
    );
    if (!namesCategory) names.expectCategory(lastStep);
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
 * Returns the categories of a product after an import, or undefined if the categories do not change. The categories in
 * the file replace the stored categories if `removesMissing` is true or if the first category in the file is new to the
 * product. In other cases, they are added to the stored categories.
 */
export function mergeCategories(
  slugs: string[],
  oldProduct: ProductRecord | undefined,
  names: TaxonomyNames,
  removesMissing: boolean,
): string[] | undefined {
  const [firstSlug] = slugs;
  if (firstSlug === undefined) return oldProduct ? undefined : [];
  if (!oldProduct) return slugs;
  const oldSlugs = new Set(oldProduct.categories.flatMap((slug) => [slug, names.parentOf(slug) ?? slug]));
  if (slugs.every((slug) => oldSlugs.has(slug))) return undefined;
  if (removesMissing || !oldSlugs.has(firstSlug)) return slugs;
  return withoutParents([...oldProduct.categories, ...slugs], names);
}
