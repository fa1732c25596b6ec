import { type CategoryWords, mergeCategories, resolveCategories } from '#lib/catalog/import/csv/csv-categories.ts';
import type { CsvRules } from '#lib/catalog/import/csv/csv-rules.ts';
import { NamedValues } from '#lib/catalog/import/csv/named-values.ts';
import type { HasColumn, ShopifyRow } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { TaxonomyKind, TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductPatch, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { parseKindTag, TAGGED_KINDS, type TaggedKind } from '#lib/catalog/import/shopify/shopify-tags.ts';
import { ATTRIBUTES, type Attribute } from '#lib/catalog/listing-index/facets/facets.ts';

export function readTaxonomy(
  firstRow: ShopifyRow,
  has: HasColumn,
  names: TaxonomyNames,
  old: ProductRecord | undefined,
  rules: CsvRules,
) {
  const values = new NamedValues(names);
  const fields: Pick<ProductPatch, 'brand' | 'categories' | 'collections' | Attribute> = {};
  if (has('vendor')) fields.brand = brandIn(rules.brandOf(firstRow.get('vendor')), old, values);
  const taggedValues = readTags(firstRow.get('tags'), names);
  for (const kind of TAGGED_KINDS) {
    for (const slug of taggedValues[kind]) {
      if (names.nameOf(kind, slug) === undefined)
        values.newRecords.push({ type: kind, slug, name: taggedValues.nameFor(kind, slug, firstRow) });
    }
  }
  fields.categories =
    taggedValues.category.length > 0
      ? taggedValues.category
      : categoriesIn(wordsOf(firstRow, taggedValues.withoutKind), old, values, rules);
  if (has('tags') || has('collection')) fields.collections = collectionsIn(firstRow, taggedValues.collection, values);
  if (has('tags')) for (const name of ATTRIBUTES) fields[name] = taggedValues[name][0] ?? null;
  const isNamed = (tag: string) =>
    rules.categoryFrom === 'tags' || (names.categoryNamed(tag) ?? names.expectedCategory(tag)) !== undefined;
  const { newRecords, warnings } = values;
  return { fields, newRecords, warnings, unknownTags: taggedValues.unknownTags.filter((tag) => !isNamed(tag)) };
}

function brandIn(vendor: string, old: ProductRecord | undefined, values: NamedValues): string | null | undefined {
  const isKept = old?.brand !== undefined && values.names.nameOf('brand', old.brand) === vendor;
  if (vendor === '') return null;
  return isKept ? undefined : values.slugOf('brand', vendor);
}

function categoriesIn(words: CategoryWords, old: ProductRecord | undefined, values: NamedValues, rules: CsvRules) {
  const { names } = values;
  const slugs = resolveCategories(words, names, (name) => values.slugOf('category', name), rules.categoryFrom);
  return mergeCategories(slugs, old, names, rules.removesMissing);
}

function collectionsIn(firstRow: ShopifyRow, taggedValues: readonly string[], values: NamedValues): string[] {
  const name = firstRow.get('collection');
  const slug = name === '' ? undefined : values.slugOf('collection', name);
  return [...taggedValues, ...(slug ? [slug] : [])].filter((slug) => slug !== '');
}

/**
 * Returns the category words in the first row of a product, or undefined if a tag such as `category:women-kurtas` sets
 * the category.
 */
export function categoryWordsOf(row: ShopifyRow, names: TaxonomyNames): CategoryWords | undefined {
  const { category, withoutKind } = readTags(row.get('tags'), names);
  return category.length > 0 ? undefined : wordsOf(row, withoutKind);
}

function wordsOf(row: ShopifyRow, tags: string[]): CategoryWords {
  const path = row.get('productCategory').split('>');
  return {
    type: row.get('type'),
    path: path.map((step) => step.trim()).filter((step) => step !== ''),
    tags,
  };
}

/**
 * Parses tags such as `category:women-kurtas`. A tag without a kind sets a collection or attribute if the shop has a
 * collection or attribute with this name.
 */
function readTags(text: string, names: TaxonomyNames) {
  const slugs = Object.fromEntries(TAGGED_KINDS.map((kind) => [kind, []])) as unknown as Record<TaggedKind, string[]>;
  // Tags without a kind may name a category.
  const tags = { ...slugs, withoutKind: [] as string[], unknownTags: [] as string[] };
  for (const tag of text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const kindTag = parseKindTag(tag);
    if (kindTag) {
      tags[kindTag.kind].push(kindTag.slug);
      continue;
    }
    const kind = (['collection', ...ATTRIBUTES] as const).find((candidate) => names.find(candidate, tag).length > 0);
    if (kind) tags[kind].push(names.find(kind, tag)[0] ?? '');
    else tags.unknownTags.push(tag);
    if (!kind || names.categoryNamed(tag) !== undefined) tags.withoutKind.push(tag);
  }
  const nameFor = (kind: TaxonomyKind, slug: string, row: ShopifyRow) =>
    kind === 'category' && slug === tags.category[0] && row.get('type') !== '' ? row.get('type') : capitalised(slug);
  return { ...tags, nameFor };
}

function capitalised(slug: string): string {
  const words = slug.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
