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
  keptStock: number;
}

interface MergedVariant {
  variant: VariantRecord;
  from: number | undefined;
  named: number | undefined;
}

export function mergeProduct(
  old: CleanProduct | undefined,
  given: CleanPatch,
  rules: MergeRules,
): Merged | { problems: FieldProblem[] } {
  const { variants: named, ...fields } = given;
  const next = overlay<Partial<CleanProduct>>(old ?? { type: 'product' }, fields as Partial<CleanProduct>);
  if (fields.categories === null) next.categories = [];
  const lacking = lackingIn(next, old, named);
  if (lacking) return { problems: [lacking] };
  const merged = mergeVariants(old, named, next.options ?? [], rules);
  const record = { ...next, slug: given.slug, variants: merged.map(({ variant }) => variant) } as CleanProduct;
  const problems = [
    ...unitProblems(old, record, named ?? [], rules),
    ...merged.flatMap(({ variant }, at) => (variant.price === undefined ? [missing(['variants', at, 'price'])] : [])),
    ...productProblems(record),
  ];
  if (problems.length > 0) return { problems: problems.map((problem) => asNamed(problem, merged)) };
  const keptStock = merged.filter(({ named: at, from, variant }) => differs(named?.[at ?? -1], from, variant)).length;
  return { record, from: merged.map(({ from }) => from), keptStock: keptStock };
}

function lackingIn(
  next: Partial<CleanProduct>,
  old: CleanProduct | undefined,
  named: readonly VariantPatch[] | undefined,
): FieldProblem | undefined {
  const field = (['name', 'sell_unit', 'categories'] as const).find((key) => next[key] === undefined);
  if (field) return missing([field]);
  return old || named ? undefined : missing(['variants']);
}

function missing(path: PropertyKey[]): FieldProblem {
  return { path, message: 'is missing, and the shop has none yet' };
}

/** Stock in pieces can't be converted to metres, so a new unit needs a new stock for every variant. */
function unitProblems(
  old: CleanProduct | undefined,
  record: CleanProduct,
  named: readonly VariantPatch[],
  { writesStock }: MergeRules,
): FieldProblem[] {
  if (!old || old.sell_unit === record.sell_unit) return [];
  const isCounted = writesStock && record.variants.length === named.filter(hasStock).length;
  return isCounted
    ? []
    : [{ path: ['sell_unit'], message: 'may change only with the stock of every variant', remedy: { by: 'stock' } }];
}

function hasStock({ quantity, bolts }: VariantPatch): boolean {
  return (quantity ?? bolts ?? undefined) !== undefined;
}

function mergeVariants(
  old: CleanProduct | undefined,
  named: readonly VariantPatch[] | undefined,
  options: readonly string[],
  rules: MergeRules,
): MergedVariant[] {
  const before = (old?.variants ?? []).map((variant) => {
    if (options.length === 0) return { ...variant, values: undefined } as VariantRecord;
    return { ...variant, values: renamedValues(variant.values, old?.options ?? [], options) };
  });
  const places = matchVariants(before, named ?? [], options);
  const patched = (named ?? []).map((patch, at): MergedVariant => {
    const from = places[at];
    return { variant: mergeVariant(from === undefined ? undefined : before[from], patch, rules), from, named: at };
  });
  const matched = new Set(places);
  const others = before.flatMap((variant, from) => (matched.has(from) ? [] : [{ variant, from, named: undefined }]));
  if (named && (rules.removes || others.length === 0)) return patched;
  // The file does not contain all variants, so the stored order stays, with new ones last.
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

function differs(
  patch: VariantPatch | undefined,
  from: number | undefined,
  { quantity, bolts }: VariantRecord,
): boolean {
  if (!patch || from === undefined) return false;
  if (patch.bolts) return patch.bolts.filter((cut) => cut > 0).join() !== (bolts ?? []).join();
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

function asNamed(problem: FieldProblem, merged: readonly MergedVariant[]): FieldProblem {
  const { path, message } = problem;
  const [first, at, ...rest] = path;
  const variant = first === 'variants' && typeof at === 'number' ? merged[at] : undefined;
  if (!variant) return problem;
  if (variant.named !== undefined) return { path: ['variants', variant.named, ...rest], message };
  const { sku, values = {} } = variant.variant;
  const name = sku ?? Object.values(values).join('/');
  return { path: [], message: `the variant "${name}", which the file does not name: its ${rest.join('.')} ${message}` };
}
