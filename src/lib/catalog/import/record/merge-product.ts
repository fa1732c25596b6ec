import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { ProductPatch, VariantPatch, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { matchVariants, renamedValues } from '#lib/catalog/import/record/match-variants.ts';
import { type FieldProblem, productProblems } from '#lib/catalog/import/record/product-problems.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

export interface MergeRules {
  writesStock: boolean;
  removes: boolean;
}

export interface CleanPatch extends ProductPatch {
  long_content?: SafeHtml | null | undefined;
}

export interface Merged {
  record: CleanProduct;
  /** For each variant of the record, the index of the stored variant that it updates. */
  from: (number | undefined)[];
  /** The number of variants whose stock differs in the file but was not changed. */
  keptStock: number;
}

interface MergedVariant {
  variant: VariantRecord;
  from: number | undefined;
  /** Its index in the file; undefined if the file does not contain it. */
  patchIndex: number | undefined;
}

/** The product with the fields of the patch, or the problems for which the patch is rejected. */
export function mergeProduct(
  old: CleanProduct | undefined,
  patch: CleanPatch,
  rules: MergeRules,
): Merged | { problems: FieldProblem[] } {
  const { variants: patches, ...fields } = patch;
  const next = overlay<Partial<CleanProduct>>(old ?? { type: 'product' }, fields as Partial<CleanProduct>);
  if (fields.categories === null) next.categories = [];
  const absent = missingField(next, old, patches);
  if (absent) return { problems: [absent] };
  const merged = mergeVariants(old, patches, next.options ?? [], rules);
  const record = { ...next, slug: patch.slug, variants: merged.map(({ variant }) => variant) } as CleanProduct;
  const problems = [
    ...unitProblems(old, record, patches ?? [], rules),
    ...merged.flatMap(({ variant }, at) =>
      variant.price === undefined ? [missingProblem(['variants', at, 'price'])] : [],
    ),
    ...productProblems(record),
  ];
  if (problems.length > 0) return { problems: problems.map((problem) => problemInFile(problem, merged)) };
  const keptStock = merged.filter(({ patchIndex = -1, from, variant }) =>
    isStockKept(patches?.[patchIndex], from, variant),
  ).length;
  return { record, from: merged.map(({ from }) => from), keptStock };
}

function missingField(
  next: Partial<CleanProduct>,
  old: CleanProduct | undefined,
  patches: readonly VariantPatch[] | undefined,
): FieldProblem | undefined {
  const field = (['name', 'sell_unit', 'categories'] as const).find((key) => next[key] === undefined);
  if (field) return missingProblem([field]);
  return old || patches ? undefined : missingProblem(['variants']);
}

function missingProblem(path: PropertyKey[]): FieldProblem {
  return { path, message: 'is missing, and the shop has none yet' };
}

/** Stock in pieces can't be converted to metres, so a new unit needs a new stock for every variant. */
function unitProblems(
  old: CleanProduct | undefined,
  record: CleanProduct,
  patches: readonly VariantPatch[],
  { writesStock }: MergeRules,
): FieldProblem[] {
  if (!old || old.sell_unit === record.sell_unit) return [];
  const hasAllStock = writesStock && record.variants.length === patches.filter(hasStock).length;
  return hasAllStock
    ? []
    : [{ path: ['sell_unit'], message: 'may change only with the stock of every variant', remedy: { by: 'stock' } }];
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
  const before = (old?.variants ?? []).map((variant) => {
    if (options.length === 0) return { ...variant, values: undefined } as VariantRecord;
    return { ...variant, values: renamedValues(variant.values, old?.options ?? [], options) };
  });
  const matches = matchVariants(before, patches ?? [], options);
  const patched = (patches ?? []).map((patch, at): MergedVariant => {
    const from = matches[at];
    return { variant: mergeVariant(from === undefined ? undefined : before[from], patch, rules), from, patchIndex: at };
  });
  const matched = new Set(matches);
  const others = before.flatMap((variant, from) =>
    matched.has(from) ? [] : [{ variant, from, patchIndex: undefined }],
  );
  if (patches && (rules.removes || others.length === 0)) return patched;
  // The file does not contain all variants, so the stored order is kept, with new variants last.
  const all = [...patched, ...others];
  return all.sort((a, b) => (a.from ?? before.length) - (b.from ?? before.length));
}

function mergeVariant(old: VariantRecord | undefined, patch: VariantPatch, { writesStock }: MergeRules): VariantRecord {
  const { quantity, bolts, values, ...fields } = patch;
  const variant = overlay<VariantRecord>(old ?? ({ quantity: 0 } as VariantRecord), fields as Partial<VariantRecord>);
  if (values) variant.values = { ...old?.values, ...values };
  if (old && !writesStock) return variant;
  const sum = bolts?.reduce((length, bolt) => length + bolt, 0);
  const isSame = !bolts && quantity === old?.quantity;
  if (!isSame && hasStock(patch)) {
    variant.quantity = quantity ?? Math.round((sum ?? 0) * 100) / 100;
    if (bolts) variant.bolts = bolts;
    else delete variant.bolts;
  }
  return variant;
}

function isStockKept(
  patch: VariantPatch | undefined,
  from: number | undefined,
  { quantity, bolts }: VariantRecord,
): boolean {
  if (!patch || from === undefined) return false;
  if (patch.bolts) return patch.bolts.filter((bolt) => bolt > 0).join() !== (bolts ?? []).join();
  return patch.quantity !== undefined && patch.quantity !== quantity;
}

function overlay<T extends object>(old: T, given: { [K in keyof T]?: T[K] | null | undefined }): T {
  const next = { ...old };
  for (const key in given) {
    const value = given[key];
    if (value === null) delete next[key];
    else if (value !== undefined) next[key] = value as T[typeof key];
  }
  return next;
}

function problemInFile(problem: FieldProblem, merged: readonly MergedVariant[]): FieldProblem {
  const { path, message } = problem;
  const [first, at, ...rest] = path;
  const variant = first === 'variants' && typeof at === 'number' ? merged[at] : undefined;
  if (!variant) return problem;
  if (variant.patchIndex !== undefined) return { path: ['variants', variant.patchIndex, ...rest], message };
  const { sku, values = {} } = variant.variant;
  const name = sku ?? Object.values(values).join('/');
  return { path: [], message: `the variant "${name}", which the file does not name: its ${rest.join('.')} ${message}` };
}
