import { type CleanProduct, canonicalProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { type CleanPatch, mergeProduct } from '#lib/catalog/import/record/merge-product.ts';
import { newProductSummary } from '#lib/catalog/import/record/new-product-summary.ts';
import { describeProblems, type FieldProblem } from '#lib/catalog/import/record/product-problems.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { type FieldChange, productChanges } from '#lib/catalog/import/record/record-changes.ts';
import {
  addChanges,
  addNewEntry,
  addUntaxed,
  countEntry,
  type SaveProblem,
  type Tally,
} from '#lib/catalog/import/record/save-report.ts';
import type { Indexed, SaveContext } from '#lib/catalog/import/save/save-context.ts';
import { ATTRIBUTES, type ProductFacet } from '#lib/catalog/listing-index/facets/facets.ts';
import { isTaxKnown, taxHsn } from '#lib/catalog/products/goods-hsn.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';

/** A product as it will be stored. `keptIds` has the id of each variant; undefined for a new one. */
export interface PlannedProduct {
  record: CleanProduct;
  old: StoredProduct | undefined;
  keptIds: (number | undefined)[];
  isChanged: boolean;
  changes: FieldChange[];
  /** For a new product: a summary of its prices, stock, categories and pictures. */
  about: string | undefined;
}

export type PlanContext = Pick<SaveContext, 'registry' | 'pictures' | 'rules' | 'rates' | 'now' | 'tags' | 'result'>;

/**
 * Merges a record into the stored product, and counts the changes. Returns `undefined` for a rejected record, after
 * recording the problem.
 */
export function planProduct(
  context: PlanContext,
  { index, record: patch }: Indexed<CleanPatch>,
  old: StoredProduct | undefined,
): PlannedProduct | undefined {
  const { result, tags, rules } = context;
  const before = old && recordOf(old, slugLookup(context));
  const merged = mergeProduct(before, patch, rules);
  if ('problems' in merged) {
    result.problems.push({ index, ...productProblem(patch, merged.problems) });
    return undefined;
  }
  const unknown = unknownReference(context, merged.record);
  if (unknown) {
    const [kind, slug] = unknown;
    result.problems.push({ index, message: `product "${patch.slug}" names an unknown ${kind} "${slug}"` });
    return undefined;
  }
  const record = canonicalProduct(merged.record);
  result.keptStock += merged.keptStock;
  const codes = record.variants.map(({ hsn }) => taxHsn(hsn, record.categories, context.registry));
  if (codes.some((code) => !isTaxKnown(code, context.now, context.rates))) addUntaxed(result, record.slug);
  const changes = before ? productChanges(before, record, merged.from) : [];
  const isChanged = !before || changes.length > 0 || hasNewPicture(context, old);
  countEntry(result, 'products', before ? (isChanged ? 'updated' : 'unchanged') : 'created');
  countVariants(result.tallies.variants, before, record, merged.from);
  if (isChanged && before && changes.length === 0)
    changes.push({ field: 'pictures', from: 'not read yet', to: 'read' });
  addChanges(result, record.slug, changes);
  const about = before ? undefined : newProductSummary(record, context.registry);
  if (!before) addNewEntry(result, { kind: 'product', name: record.name, about });
  if (old && old.row.slug !== record.slug) tags.add(`product:${old.row.slug}`);
  const keptIds = merged.from.map((oldIndex) => (oldIndex === undefined ? undefined : old?.variants[oldIndex]?.id));
  return { record, old, keptIds, isChanged, changes, about };
}

function productProblem(patch: CleanPatch, problems: FieldProblem[]): Omit<SaveProblem, 'index'> {
  const [first, at] = problems[0]?.path ?? [];
  const variant = first === 'variants' && typeof at === 'number' ? at : undefined;
  const isNameMissing = patch.name === undefined && problems.some(({ path }) => path[0] === 'name');
  const message = isNameMissing
    ? `there is no product "${patch.slug}" yet, and a new one needs a name`
    : describeProblems(problems);
  return { message, variant, remedy: problems.find(({ remedy }) => remedy)?.remedy };
}

function countVariants(
  tally: Tally,
  before: ProductRecord | undefined,
  { variants }: ProductRecord,
  from: readonly (number | undefined)[],
): void {
  for (const [at, oldIndex] of from.entries()) {
    const previous = oldIndex === undefined ? undefined : before?.variants[oldIndex];
    if (!previous) tally.created++;
    else tally[JSON.stringify(previous) === JSON.stringify(variants[at]) ? 'unchanged' : 'updated']++;
  }
  const matched = from.filter((oldIndex) => oldIndex !== undefined).length;
  tally.removed += (before?.variants.length ?? 0) - matched;
}

/**
 * Finds the stored product that the record renames, removes it from `oldBySlug`, and returns it. Returns undefined if
 * another record still uses its old slug.
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

export function slugLookup({ registry }: Pick<SaveContext, 'registry'>): (id: number) => string | undefined {
  return (id) => registry.get(id)?.slug;
}

/** A brand, category or other value that the record refers to but the shop does not have. */
export function unknownReference(
  { registry }: Pick<PlanContext, 'registry'>,
  record: ProductRecord,
): [ProductFacet, string | undefined] | undefined {
  const references: [ProductFacet, string | undefined][] = [
    ['brand', record.brand],
    ...ATTRIBUTES.map((name): [ProductFacet, string | undefined] => [name, record[name]]),
    ...record.categories.map((slug): [ProductFacet, string] => ['category', slug]),
    ...(record.collections ?? []).map((slug): [ProductFacet, string] => ['collection', slug]),
  ];
  return references.find(([kind, slug]) => slug && !registry.find(kind, slug));
}
