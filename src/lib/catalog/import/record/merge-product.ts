import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { ProductPatch, VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { matchVariants, renamedValues } from '#lib/catalog/import/record/match-variants.ts';
import { type FieldProblem, productProblems } from '#lib/catalog/import/record/product-problems.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

export interface MergeRules {
  writesStock: boolean;
  removesMissing: boolean;
}

export interface CleanPatch extends ProductPatch {
  long_content?: SafeHtml | null | undefined;
}

export interface MergedProduct {
  record: CleanProduct;
  /** The index of the stored variant for each variant of the record, or undefined for a new variant. */
  oldIndexes: (number | undefined)[];
  /** The number of variants whose stock differs in the file but was not changed. */
  keptStockCount: number;
}

interface MergedVariant {
  variant: VariantRecord;
  oldIndex: number | undefined;
  /** The index of the variant in the file, or undefined if the file does not contain the variant. */
  patchIndex: number | undefined;
}

/** Returns the product with the fields of the patch, or the problems because of which the patch is rejected. */
export function mergeProduct(
  old: CleanProduct | undefined,
  patch: CleanPatch,
  rules: MergeRules,
): MergedProduct | { problems: FieldProblem[] } {
  const { variants: patches, ...fields } = patch;
  const mergedFields = overlay<Partial<CleanProduct>>(old ?? { type: 'product' }, fields as Partial<CleanProduct>);
  if (fields.categories === null) mergedFields.categories = [];
  const absentField = missingField(mergedFields, old, patches);
  if (absentField) return { problems: [absentField] };
  const mergedVariants = mergeVariants(old, patches, mergedFields.options ?? [], rules);
  const record = {
    ...mergedFields,
    slug: patch.slug,
    variants: mergedVariants.map(({ variant }) => variant),
  } as CleanProduct;
  const problems = [
    ...unitProblems(old, record, patches ?? [], rules),
    ...mergedVariants.flatMap(({ variant }, index) =>
      variant.price === undefined ? [missingProblem(['variants', index, 'price'])] : [],
    ),
    ...productProblems(record),
  ];
  if (problems.length > 0) return { problems: problems.map((problem) => problemInFile(problem, mergedVariants)) };
  const keptStockCount = mergedVariants.filter(({ patchIndex = -1, oldIndex, variant }) =>
    isStockKept(patches?.[patchIndex], oldIndex, variant),
  ).length;
  return { record, oldIndexes: mergedVariants.map(({ oldIndex }) => oldIndex), keptStockCount };
}

function missingField(
  mergedFields: Partial<CleanProduct>,
  old: CleanProduct | undefined,
  patches: readonly VariantPatch[] | undefined,
): FieldProblem | undefined {
  const field = (['name', 'sell_unit', 'categories'] as const).find((key) => mergedFields[key] === undefined);
  if (field) return missingProblem([field]);
  return old || patches ? undefined : missingProblem(['variants']);
}

function missingProblem(path: PropertyKey[]): FieldProblem {
  return { path, message: 'is missing, and the shop has none yet' };
}

/**
 * Returns a problem if the unit changes without a new stock for every variant: stock in pieces can't be converted to
 * metres.
 */
function unitProblems(
  old: CleanProduct | undefined,
  record: CleanProduct,
  patches: readonly VariantPatch[],
  { writesStock }: MergeRules,
): FieldProblem[] {
  if (!old || old.sell_unit === record.sell_unit) return [];
  if (writesStock && record.variants.length === patches.filter(hasStock).length) return [];
  const message = 'can change only if the file has the stock of every variant';
  return [{ path: ['sell_unit'], message, remedy: { by: 'stock' } }];
}

function hasStock({ quantity, bolts }: VariantPatch): boolean {
  return (quantity ?? bolts ?? undefined) !== undefined;
}

function mergeVariants(
  old: CleanProduct | undefined,
  patches: readonly VariantPatch[] | undefined,
  options: readonly string[],
  rules: MergeRules,
): MergedVariant[] {
  const oldVariants = (old?.variants ?? []).map((variant) => {
    if (options.length === 0) return { ...variant, values: undefined } as VariantRecord;
    return { ...variant, values: renamedValues(variant.values, old?.options ?? [], options) };
  });
  const matches = matchVariants(oldVariants, patches ?? [], options);
  const patchedVariants = (patches ?? []).map((patch, patchIndex): MergedVariant => {
    const oldIndex = matches[patchIndex];
    return { variant: mergeVariant(oldVariants[oldIndex ?? -1], patch, rules), oldIndex, patchIndex };
  });
  const matchedIndexes = new Set(matches);
  const otherVariants = oldVariants.flatMap((variant, oldIndex) =>
    matchedIndexes.has(oldIndex) ? [] : [{ variant, oldIndex, patchIndex: undefined }],
  );
  if (patches && (rules.removesMissing || otherVariants.length === 0)) return patchedVariants;
  // The file does not contain all variants, so the stored order is kept, and new variants come last.
  const allVariants = [...patchedVariants, ...otherVariants];
  return allVariants.sort((a, b) => (a.oldIndex ?? oldVariants.length) - (b.oldIndex ?? oldVariants.length));
}

function mergeVariant(old: VariantRecord | undefined, patch: VariantPatch, { writesStock }: MergeRules): VariantRecord {
  const { quantity, bolts, values, ...fields } = patch;
  const variant = overlay<VariantRecord>(old ?? ({ quantity: 0 } as VariantRecord), fields as Partial<VariantRecord>);
  if (values) variant.values = { ...old?.values, ...values };
  if (old && !writesStock) return variant;
  const boltLength = bolts?.reduce((sum, bolt) => sum + bolt, 0);
  const isSameQuantity = !bolts && quantity === old?.quantity;
  if (!isSameQuantity && hasStock(patch)) {
    variant.quantity = quantity ?? Math.round((boltLength ?? 0) * 100) / 100;
    if (bolts) variant.bolts = bolts;
    else delete variant.bolts;
  }
  return variant;
}

function isStockKept(
  patch: VariantPatch | undefined,
  oldIndex: number | undefined,
  { quantity, bolts }: VariantRecord,
): boolean {
  if (!patch || oldIndex === undefined) return false;
  if (patch.bolts) return patch.bolts.filter((bolt) => bolt > 0).join() !== (bolts ?? []).join();
  return patch.quantity !== undefined && patch.quantity !== quantity;
}

/** Returns `old` with the fields of the patch. A field that is null in the patch is removed. */
function overlay<T extends object>(old: T, patch: { [K in keyof T]?: T[K] | null | undefined }): T {
  const merged = { ...old };
  for (const key in patch) {
    const value = patch[key];
    if (value === null) delete merged[key];
    else if (value !== undefined) merged[key] = value as T[typeof key];
  }
  return merged;
}

/**
 * Returns the problem with the index of its variant in the file instead of the merged product. If the file does not
 * contain the variant, the message names the variant.
 */
function problemInFile(problem: FieldProblem, mergedVariants: readonly MergedVariant[]): FieldProblem {
  const { path, message } = problem;
  const [field, index, ...rest] = path;
  const variant = field === 'variants' && typeof index === 'number' ? mergedVariants[index] : undefined;
  if (!variant) return problem;
  if (variant.patchIndex !== undefined) return { path: ['variants', variant.patchIndex, ...rest], message };
  const { sku, values = {} } = variant.variant;
  const name = sku ?? Object.values(values).join('/');
  return { path: [], message: `the variant "${name}", which the file does not name: its ${rest.join('.')} ${message}` };
}
