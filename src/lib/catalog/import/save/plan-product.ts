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

/** A product as it will be stored. */
export interface PlannedProduct {
  record: CleanProduct;
  old: StoredProduct | undefined;
  /** The id of each variant in the record, or undefined for a new variant. */
  keptIds: (number | undefined)[];
  isChanged: boolean;
  changes: FieldChange[];
  /** A summary of a new product's prices, stock, categories and pictures, or undefined for a stored product. */
  about: string | undefined;
}

export type PlanContext = Pick<SaveContext, 'registry' | 'pictures' | 'rules' | 'rates' | 'now' | 'tags' | 'result'>;

/**
 * Merges a record into the stored product, and counts the changes. If the record is rejected, adds the problem to the
 * result and returns undefined.
 */
export function planProduct(
  context: PlanContext,
  { index, record: patch }: Indexed<CleanPatch>,
  old: StoredProduct | undefined,
): PlannedProduct | undefined {
  const { result, tags, rules } = context;
  const before = old && recordOf(old, slugLookup(context));
  const mergedProduct = mergeProduct(before, patch, rules);
  if ('problems' in mergedProduct) {
    result.problems.push({ index, ...productProblem(patch, mergedProduct.problems) });
    return undefined;
  }
  const unknownValue = unknownReference(context, mergedProduct.record);
  if (unknownValue) {
    const [kind, slug] = unknownValue;
    result.problems.push({ index, message: `product "${patch.slug}" refers to an unknown ${kind} "${slug}"` });
    return undefined;
  }
  const record = canonicalProduct(mergedProduct.record);
  result.keptStockCount += mergedProduct.keptStockCount;
  const hsnCodes = record.variants.map(({ hsn }) => taxHsn(hsn, record.categories, context.registry));
  if (hsnCodes.some((code) => !isTaxKnown(code, context.now, context.rates))) addUntaxed(result, record.slug);
  const changes = before ? productChanges(before, record, mergedProduct.oldIndexes) : [];
  const isChanged = !before || changes.length > 0 || hasNewPicture(context, old);
  countEntry(result, 'products', before ? (isChanged ? 'updated' : 'unchanged') : 'created');
  countVariants(result.tallies.variants, before, record, mergedProduct.oldIndexes);
  if (isChanged && before && changes.length === 0)
    changes.push({ field: 'pictures', from: 'not read yet', to: 'read' });
  addChanges(result, record.slug, changes);
  const about = before ? undefined : newProductSummary(record, context.registry);
  if (!before) addNewEntry(result, { kind: 'product', name: record.name, about });
  if (old && old.row.slug !== record.slug) tags.add(`product:${old.row.slug}`);
  const keptIds = mergedProduct.oldIndexes.map((oldIndex) =>
    oldIndex === undefined ? undefined : old?.variants[oldIndex]?.id,
  );
  return { record, old, keptIds, isChanged, changes, about };
}

function productProblem(patch: CleanPatch, problems: FieldProblem[]): Omit<SaveProblem, 'index'> {
  const [field, index] = problems[0]?.path ?? [];
  const variant = field === 'variants' && typeof index === 'number' ? index : undefined;
  const isNameMissing = problems.some(({ path }) => path[0] === 'name');
  const message = isNameMissing
    ? `there is no product "${patch.slug}" yet, and a new one needs a name`
    : describeProblems(problems);
  return { message, variant, remedy: problems.find(({ remedy }) => remedy)?.remedy };
}

function countVariants(
  tally: Tally,
  before: ProductRecord | undefined,
  { variants }: ProductRecord,
  oldIndexes: readonly (number | undefined)[],
): void {
  for (const [index, oldIndex] of oldIndexes.entries()) {
    const previousVariant = oldIndex === undefined ? undefined : before?.variants[oldIndex];
    if (!previousVariant) tally.created++;
    else tally[JSON.stringify(previousVariant) === JSON.stringify(variants[index]) ? 'unchanged' : 'updated']++;
  }
  const matchedCount = oldIndexes.filter((oldIndex) => oldIndex !== undefined).length;
  tally.removed += (before?.variants.length ?? 0) - matchedCount;
}

/**
 * Returns the stored product that the record renames, and removes it from the map `oldBySlug`. Returns undefined if the
 * record renames no product, or if another record in the batch uses the old slug.
 */
export function takeRenamedProduct(
  { former_slugs = [] }: CleanPatch,
  recordBySlug: ReadonlyMap<string, unknown>,
  oldBySlug: Map<string, StoredProduct>,
): StoredProduct | undefined {
  const slug = former_slugs.find((formerSlug) => oldBySlug.has(formerSlug) && !recordBySlug.has(formerSlug));
  const old = slug === undefined ? undefined : oldBySlug.get(slug);
  if (slug !== undefined) oldBySlug.delete(slug);
  return old;
}

function hasNewPicture(context: PlanContext, old: StoredProduct | undefined): boolean {
  return (old?.pictures ?? []).some((picture) => {
    const newPicture = context.pictures.get(picture.src);
    return newPicture !== undefined && (newPicture.hash !== picture.hash || newPicture.dominant !== picture.dominant);
  });
}

export function slugLookup({ registry }: Pick<SaveContext, 'registry'>): (id: number) => string | undefined {
  return (id) => registry.get(id)?.slug;
}

/**
 * Returns the kind and slug of a brand, category or other value to which the record refers but which the shop does not
 * have. Returns undefined if the shop has all of them.
 */
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
