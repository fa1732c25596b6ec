import { aboutNew } from '#lib/catalog/import/record/about-new.ts';
import { type CleanProduct, canonicalProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { type CleanPatch, mergeProduct } from '#lib/catalog/import/record/merge-product.ts';
import { describeProblems, type FieldProblem } from '#lib/catalog/import/record/product-problems.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { type FieldChange, productChanges } from '#lib/catalog/import/record/record-changes.ts';
import {
  countEntry,
  noteChanges,
  noteMade,
  noteUntaxed,
  type SaveProblem,
  type Tally,
} from '#lib/catalog/import/record/save-report.ts';
import type { Indexed, SaveContext } from '#lib/catalog/import/save/save-context.ts';
import { ATTRIBUTES, type ProductFacet } from '#lib/catalog/listing-index/facets/facets.ts';
import { isTaxKnown, taxHsn } from '#lib/catalog/products/goods-hsn.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';

/** A product as it will be stored; `keptIds` are the ids of the variants that stay. */
export interface PlannedProduct {
  record: CleanProduct;
  old: StoredProduct | undefined;
  keptIds: (number | undefined)[];
  isChanged: boolean;
  changes: FieldChange[];
  /** Of a new product: the facts that an owner checks first. */
  about: string | undefined;
}

export type PlanContext = Pick<SaveContext, 'registry' | 'pictures' | 'rules' | 'rates' | 'now' | 'tags' | 'result'>;

/**
 * Merges a record into the stored product, and counts the changes. Returns `undefined` for a rejected record, after
 * recording the problem.
 */
export function planProduct(
  context: PlanContext,
  { index, record: given }: Indexed<CleanPatch>,
  old: StoredProduct | undefined,
): PlannedProduct | undefined {
  const { result, tags, rules } = context;
  const before = old && recordOf(old, slugsOf(context));
  const coming = mergeProduct(before, given, rules);
  if ('problems' in coming) {
    result.problems.push({ index, ...productProblem(given, coming.problems) });
    return undefined;
  }
  const unknown = unknownReference(context, coming.record);
  if (unknown) {
    const [kind, slug] = unknown;
    result.problems.push({ index, message: `product "${given.slug}" names an unknown ${kind} "${slug}"` });
    return undefined;
  }
  const record = canonicalProduct(coming.record);
  result.keptStock += coming.keptStock;
  const codes = record.variants.map(({ hsn }) => taxHsn(hsn, record.categories, context.registry));
  if (codes.some((code) => !isTaxKnown(code, context.now, context.rates))) noteUntaxed(result, record.slug);
  const changes = before ? productChanges(before, record, coming.from) : [];
  const isChanged = !before || changes.length > 0 || hasNewPicture(context, old);
  countEntry(result, 'products', before ? (isChanged ? 'updated' : 'unchanged') : 'created');
  countVariants(result.tallies.variants, before, record, coming.from);
  if (isChanged && before && changes.length === 0)
    changes.push({ field: 'pictures', from: 'not read yet', to: 'read' });
  noteChanges(result, record.slug, changes);
  const about = before ? undefined : aboutNew(record, context.registry);
  if (!before) noteMade(result, { kind: 'product', name: record.name, about });
  if (old && old.row.slug !== record.slug) tags.add(`product:${old.row.slug}`);
  const keptIds = coming.from.map((place) => (place === undefined ? undefined : old?.variants[place]?.id));
  return { record, old, keptIds, isChanged, changes, about };
}

function productProblem(given: CleanPatch, problems: FieldProblem[]): Omit<SaveProblem, 'index'> {
  const [first, at] = problems[0]?.path ?? [];
  const variant = first === 'variants' && typeof at === 'number' ? at : undefined;
  const isShort = given.name === undefined && problems.some(({ path }) => path[0] === 'name');
  const message = isShort
    ? `there is no product "${given.slug}" yet, and a new one needs its name`
    : describeProblems(problems);
  return { message, variant, remedy: problems.find(({ remedy }) => remedy)?.remedy };
}

function countVariants(
  tally: Tally,
  before: ProductRecord | undefined,
  { variants }: ProductRecord,
  from: readonly (number | undefined)[],
): void {
  for (const [at, place] of from.entries()) {
    const was = place === undefined ? undefined : before?.variants[place];
    if (!was) tally.created++;
    else tally[JSON.stringify(was) === JSON.stringify(variants[at]) ? 'unchanged' : 'updated']++;
  }
  const matched = from.filter((place) => place !== undefined).length;
  tally.removed += (before?.variants.length ?? 0) - matched;
}

/**
 * Removes the stored product that the record renames from `oldBySlug` and returns it, unless another record still uses
 * its name.
 */
export function takeRenamed(
  { former_slugs = [] }: CleanPatch,
  records: ReadonlyMap<string, unknown>,
  oldBySlug: Map<string, StoredProduct>,
): StoredProduct | undefined {
  const slug = former_slugs.find((former) => oldBySlug.has(former) && !records.has(former));
  const old = slug === undefined ? undefined : oldBySlug.get(slug);
  if (slug !== undefined) oldBySlug.delete(slug);
  return old;
}

function hasNewPicture(context: PlanContext, old: StoredProduct | undefined): boolean {
  return (old?.pictures ?? []).some((picture) => {
    const uploaded = context.pictures.get(picture.src);
    return uploaded !== undefined && (uploaded.hash !== picture.hash || uploaded.dominant !== picture.dominant);
  });
}

export function slugsOf({ registry }: Pick<SaveContext, 'registry'>): (id: number) => string | undefined {
  return (id) => registry.get(id)?.slug;
}

/** A brand, category or other value that the record names, and the shop does not have. */
export function unknownReference(
  { registry }: Pick<PlanContext, 'registry'>,
  record: ProductRecord,
): [ProductFacet, string | undefined] | undefined {
  const named: [ProductFacet, string | undefined][] = [
    ['brand', record.brand],
    ...ATTRIBUTES.map((name): [ProductFacet, string | undefined] => [name, record[name]]),
    ...record.categories.map((one): [ProductFacet, string] => ['category', one]),
    ...(record.collections ?? []).map((one): [ProductFacet, string] => ['collection', one]),
  ];
  return named.find(([kind, one]) => one && !registry.find(kind, one));
}
