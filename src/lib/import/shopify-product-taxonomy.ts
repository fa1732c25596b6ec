import type { CatalogueRecord, ProductPatch, ProductRecord } from '#lib/import/catalog-record.ts';
import type { HasColumn, ShopifyRow } from '#lib/import/shopify-groups.ts';
import type { TaxonomyKind, TaxonomyNames } from '#lib/import/shopify-taxonomy.ts';

export function readTaxonomy(first: ShopifyRow, has: HasColumn, names: TaxonomyNames, old: ProductRecord | undefined) {
  const added: CatalogueRecord[] = [];
  const warnings: string[] = [];
  const fields: Pick<ProductPatch, 'brand' | 'categories' | 'collections' | 'material'> = {};
  const resolve = (kind: TaxonomyKind, name: string) => {
    const found = names.resolve(kind, name);
    if (!found) warnings.push(`${kind} "${name}" is left out: it has no Latin letters for an address`);
    if (found?.added) added.push(found.added);
    return found?.slug;
  };
  if (has('vendor')) {
    const vendor = first.get('vendor');
    const isSame = old?.brand !== undefined && names.nameOf('brand', old.brand) === vendor;
    fields.brand = vendor === '' ? null : isSame ? undefined : resolve('brand', vendor);
  }
  const tagged = readTags(first.get('tags'), names);
  for (const kind of ['category', 'collection', 'material'] as const) {
    for (const slug of tagged[kind]) {
      if (names.nameOf(kind, slug) === undefined)
        added.push({ type: kind, slug, name: tagged.nameFor(kind, slug, first) });
    }
  }
  const typed = first.get('type') || (first.get('productCategory').split('>').at(-1) ?? '').trim();
  fields.categories = categoriesOf(typed, tagged.category, names, resolve, old);
  const collection = first.get('collection');
  const collections = [...tagged.collection, ...(collection === '' ? [] : [resolve('collection', collection) ?? ''])];
  if (has('tags') || has('collection')) fields.collections = collections.filter((slug) => slug !== '');
  if (has('tags')) fields.material = tagged.material[0] ?? null;
  return { fields, added, warnings, unknownTags: tagged.unknown };
}

function categoriesOf(
  typed: string,
  tagged: string[],
  names: TaxonomyNames,
  resolve: (kind: TaxonomyKind, name: string) => string | undefined,
  old: ProductRecord | undefined,
): string[] | undefined {
  if (tagged.length > 0) return tagged;
  const first = old?.categories[0];
  const asBefore = old ? undefined : [];
  if (typed === '' || (first !== undefined && names.find('category', typed).includes(first))) return asBefore;
  const slug = resolve('category', typed);
  return slug === undefined ? asBefore : [slug];
}

/** `category:women-kurtas` says what it is; a bare tag counts when the shop has something by that name. */
function readTags(text: string, names: TaxonomyNames) {
  const tags = {
    category: [] as string[],
    collection: [] as string[],
    material: [] as string[],
    unknown: [] as string[],
  };
  for (const tag of text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const exact = /^(category|collection|material):([a-z0-9_-]+)$/.exec(tag);
    if (exact) {
      tags[exact[1] as 'category'].push(exact[2] ?? '');
      continue;
    }
    const kind = (['collection', 'material'] as const).find((candidate) => names.find(candidate, tag).length > 0);
    if (kind) tags[kind].push(names.find(kind, tag)[0] ?? '');
    else tags.unknown.push(tag);
  }
  const nameFor = (kind: TaxonomyKind, slug: string, row: ShopifyRow) =>
    kind === 'category' && slug === tags.category[0] && row.get('type') !== '' ? row.get('type') : capitalised(slug);
  return { ...tags, nameFor };
}

function capitalised(slug: string): string {
  const words = slug.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
