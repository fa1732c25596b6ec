import { type CategoryWords, mergeCategories, resolveCategories } from '#lib/catalog/import/csv/csv-categories.ts';
import type { CsvRules } from '#lib/catalog/import/csv/csv-rules.ts';
import { NamedValues } from '#lib/catalog/import/csv/named-values.ts';
import type { HasColumn, ShopifyRow } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { TaxonomyKind, TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductPatch, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { parseKindTag, TAGGED_KINDS, type TaggedKind } from '#lib/catalog/import/shopify/shopify-tags.ts';
import { ATTRIBUTES, type Attribute } from '#lib/catalog/listing-index/facets/facets.ts';

/**
 * Returns the brand, categories, collections and attributes of a product, the values to create, the warnings, and the
 * tags that name no value.
 */
export function readTaxonomy(
  firstRow: ShopifyRow,
  has: HasColumn,
  names: TaxonomyNames,
  old: ProductRecord | undefined,
  rules: CsvRules,
) {
  const namedValues = new NamedValues(names);
  const fields: Pick<ProductPatch, 'brand' | 'categories' | 'collections' | Attribute> = {};
  if (has('vendor')) fields.brand = brandIn(rules.brandOf(firstRow.get('vendor')), old, namedValues);
  const taggedValues = readTags(firstRow.get('tags'), names);
  for (const kind of TAGGED_KINDS) {
    for (const slug of taggedValues[kind]) {
      if (names.nameOf(kind, slug) === undefined)
        namedValues.newRecords.push({ type: kind, slug, name: taggedValues.nameFor(kind, slug, firstRow) });
    }
  }
  fields.categories =
    taggedValues.category.length > 0
      ? taggedValues.category
      : categoriesIn(wordsOf(firstRow, taggedValues.possibleCategories), old, namedValues, rules);
  if (has('tags') || has('collection'))
    fields.collections = collectionsIn(firstRow, taggedValues.collection, namedValues);
  if (has('tags')) for (const name of ATTRIBUTES) fields[name] = taggedValues[name][0] ?? null;
  const mayNameCategory = (tag: string) =>
    rules.categoryFrom === 'tags' || (names.categoryNamed(tag) ?? names.expectedCategory(tag)) !== undefined;
  const { newRecords, warnings } = namedValues;
  return { fields, newRecords, warnings, unknownTags: taggedValues.unknownTags.filter((tag) => !mayNameCategory(tag)) };
}

function brandIn(brand: string, old: ProductRecord | undefined, namedValues: NamedValues): string | null | undefined {
  const isKept = old?.brand !== undefined && namedValues.names.nameOf('brand', old.brand) === brand;
  if (brand === '') return null;
  return isKept ? undefined : namedValues.slugOf('brand', brand);
}

function categoriesIn(words: CategoryWords, old: ProductRecord | undefined, namedValues: NamedValues, rules: CsvRules) {
  const { names } = namedValues;
  const slugs = resolveCategories(words, names, (name) => namedValues.slugOf('category', name), rules.categoryFrom);
  return mergeCategories(slugs, old, names, rules.removesMissing);
}

function collectionsIn(firstRow: ShopifyRow, taggedSlugs: readonly string[], namedValues: NamedValues): string[] {
  const name = firstRow.get('collection');
  const slug = name === '' ? undefined : namedValues.slugOf('collection', name);
  return [...taggedSlugs, slug ?? ''].filter((slug) => slug !== '');
}

/**
 * Returns the category words in the first row of a product, or undefined if a tag such as `category:women-kurtas` sets
 * the category.
 */
export function categoryWordsOf(row: ShopifyRow, names: TaxonomyNames): CategoryWords | undefined {
  const { category, possibleCategories } = readTags(row.get('tags'), names);
  return category.length > 0 ? undefined : wordsOf(row, possibleCategories);
}

function wordsOf(row: ShopifyRow, tags: string[]): CategoryWords {
  const path = row
    .get('productCategory')
    .split('>')
    .flatMap((step) => step.trim() || []);
  return { type: row.get('type'), path, tags };
}

/**
 * Parses tags such as `category:women-kurtas`. A tag without a kind sets a collection or attribute if the shop has a
 * collection or attribute with this name.
 */
function readTags(text: string, names: TaxonomyNames) {
  const slugs = Object.fromEntries(TAGGED_KINDS.map((kind) => [kind, []])) as unknown as Record<TaggedKind, string[]>;
  // `possibleCategories`: the tags without a kind that may name a category. `unknownTags`: the tags that name neither a
  // collection nor an attribute.
  const tags = { ...slugs, possibleCategories: [] as string[], unknownTags: [] as string[] };
  for (const tag of text.split(',').flatMap((part) => part.trim() || [])) {
    const kindTag = parseKindTag(tag);
    if (kindTag) {
      tags[kindTag.kind].push(kindTag.slug);
      continue;
    }
    const kind = (['collection', ...ATTRIBUTES] as const).find((candidate) => names.find(candidate, tag).length > 0);
    if (kind) tags[kind].push(names.find(kind, tag)[0] ?? '');
    else tags.unknownTags.push(tag);
    if (!kind || names.categoryNamed(tag) !== undefined) tags.possibleCategories.push(tag);
  }
  const nameFor = (kind: TaxonomyKind, slug: string, row: ShopifyRow) =>
    kind === 'category' && slug === tags.category[0] && row.get('type') !== '' ? row.get('type') : capitalised(slug);
  return { ...tags, nameFor };
}

function capitalised(slug: string): string {
  const words = slug.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
