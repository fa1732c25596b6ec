import { ATTRIBUTES, type Attribute } from '#lib/facets/facets.ts';
import type { CatalogueRecord, ProductPatch, ProductRecord } from '#lib/import/catalog-record.ts';
import { type CategoryWords, categoriesWith, namedCategories } from '#lib/import/csv-categories.ts';
import type { CsvRules } from '#lib/import/csv-rules.ts';
import type { HasColumn, ShopifyRow } from '#lib/import/shopify-groups.ts';
import { exactTag, TAGGED, type TaggedKind } from '#lib/import/shopify-tags.ts';
import type { TaxonomyKind, TaxonomyNames } from '#lib/import/shopify-taxonomy.ts';

export function readTaxonomy(
  first: ShopifyRow,
  has: HasColumn,
  names: TaxonomyNames,
  old: ProductRecord | undefined,
  rules: CsvRules,
) {
  const added: CatalogueRecord[] = [];
  const warnings: string[] = [];
  const fields: Pick<ProductPatch, 'brand' | 'categories' | 'collections' | Attribute> = {};
  const resolve = (kind: TaxonomyKind, name: string) => {
    const found = names.resolve(kind, name);
    if (!found) warnings.push(`${kind} "${name}" is left out: it has no Latin letters for an address`);
    if (found?.added && !added.some((one) => isSame(one, found.added))) added.push(found.added);
    return found?.slug;
  };
  if (has('vendor')) {
    const vendor = rules.brandOf(first.get('vendor'));
    const isKept = old?.brand !== undefined && names.nameOf('brand', old.brand) === vendor;
    fields.brand = vendor === '' ? null : isKept ? undefined : resolve('brand', vendor);
  }
  const tagged = readTags(first.get('tags'), names);
  for (const kind of TAGGED) {
    for (const slug of tagged[kind]) {
      if (names.nameOf(kind, slug) === undefined)
        added.push({ type: kind, slug, name: tagged.nameFor(kind, slug, first) });
    }
  }
  const makeCategory = (name: string) => resolve('category', name);
  fields.categories =
    tagged.category.length > 0
      ? tagged.category
      : categoriesWith(
          namedCategories(wordsOf(first, tagged.bare), names, makeCategory, rules.categoryFrom),
          old,
          names,
          rules.removes,
        );
  const collection = first.get('collection');
  const collections = [...tagged.collection, ...(collection === '' ? [] : [resolve('collection', collection) ?? ''])];
  if (has('tags') || has('collection')) fields.collections = collections.filter((slug) => slug !== '');
  if (has('tags')) for (const name of ATTRIBUTES) fields[name] = tagged[name][0] ?? null;
  const isNamed = (tag: string) =>
    rules.categoryFrom === 'tags' || (names.categoryNamed(tag) ?? names.expected(tag)) !== undefined;
  return { fields, added, warnings, unknownTags: tagged.unknown.filter((tag) => !isNamed(tag)) };
}

function isSame(a: CatalogueRecord, b: CatalogueRecord | undefined): boolean {
  return b !== undefined && a.type === b.type && 'slug' in a && 'slug' in b && a.slug === b.slug;
}

/** What the first row of a product says of its category, where no tag such as `category:women-kurtas` does. */
export function categoryWordsOf(row: ShopifyRow, names: TaxonomyNames): CategoryWords | undefined {
  const { category, bare } = readTags(row.get('tags'), names);
  return category.length > 0 ? undefined : wordsOf(row, bare);
}

function wordsOf(row: ShopifyRow, tags: string[]): CategoryWords {
  const path = row.get('productCategory').split('>');
  return {
    type: row.get('type'),
    path: path.map((step) => step.trim()).filter((step) => step !== ''),
    tags,
  };
}

/** `category:women-kurtas` says what it is; a bare tag counts when the shop has something by that name. */
function readTags(text: string, names: TaxonomyNames) {
  const slugs = Object.fromEntries(TAGGED.map((kind) => [kind, []])) as unknown as Record<TaggedKind, string[]>;
  /** `bare` are those that may name a category. */
  const tags = { ...slugs, bare: [] as string[], unknown: [] as string[] };
  for (const tag of text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const exact = exactTag(tag);
    if (exact) {
      tags[exact.kind].push(exact.slug);
      continue;
    }
    const kind = (['collection', ...ATTRIBUTES] as const).find((candidate) => names.find(candidate, tag).length > 0);
    if (kind) tags[kind].push(names.find(kind, tag)[0] ?? '');
    else tags.unknown.push(tag);
    if (!kind || names.categoryNamed(tag) !== undefined) tags.bare.push(tag);
  }
  const nameFor = (kind: TaxonomyKind, slug: string, row: ShopifyRow) =>
    kind === 'category' && slug === tags.category[0] && row.get('type') !== '' ? row.get('type') : capitalised(slug);
  return { ...tags, nameFor };
}

function capitalised(slug: string): string {
  const words = slug.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
