import { canonicalProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { TaxonomyPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { PictureFile, PlannedSide } from '#lib/catalog/import/record/planned-entry.ts';
import { unsoldText, withStockOf } from '#lib/catalog/import/save/moved-stock.ts';
import { unknownReference } from '#lib/catalog/import/save/plan-product.ts';
import { sideOf } from '#lib/catalog/import/save/planned-product.ts';
import type { PlannedReview } from '#lib/catalog/import/save/planned-reviews.server.ts';
import type { Indexed, SaveContext, StoredPicture } from '#lib/catalog/import/save/save-context.ts';
import { rowMaker } from '#lib/catalog/import/save/save-products.server.ts';
import { isSameValue, planValue } from '#lib/catalog/import/save/taxonomy-value.ts';
import { writeProducts } from '#lib/catalog/import/save/write-products.server.ts';
import { saveFormerSlugs } from '#lib/catalog/products/former-slugs.server.ts';
import { loadProducts, type StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import { ownersHtml } from '#lib/platform/html/clean-html.server.ts';

/** A product before and after, as its preview has shown. */
export interface PlannedSave {
  before: PlannedSide | null;
  after: PlannedSide;
  formerSlugs: string[];
}

/** What was written, with the stock and the variants of that moment; or why the product stays as it is. */
export type SavedProduct = { before: PlannedSide | null; after: PlannedSide } | { refusal: string };

/** A brand, category or other value: its stored row in the preview, and its record in the file. */
export interface PlannedValue {
  before: FacetValueTable | null;
  record: TaxonomyPatch;
  /** The file of its picture, if it is known. */
  pictures: PictureFile[];
}

export interface PlannedSaves {
  values: Indexed<PlannedValue>[];
  products: Indexed<PlannedSave>[];
  reviews: Indexed<PlannedReview>[];
}

const CHANGED = 'It was changed meanwhile, and stays as it is.';
const DELETED = 'It was deleted meanwhile.';
const ADDED = 'A product with this address was added meanwhile, and stays as it is.';
const ADDED_VALUE = 'It was added meanwhile, and stays as it is.';
const CUT = 'Cloth was sold meanwhile, so its stock can’t be set. Import it again.';

/** Writes products exactly as planned, except those that somebody has changed since. Stock is moved, not set. */
export async function savePlannedProducts(
  context: SaveContext,
  items: readonly Indexed<PlannedSave>[],
): Promise<Map<number, SavedProduct>> {
  const results = new Map<number, SavedProduct>();
  const slugs = items.flatMap(({ record: { before, after } }) => [before?.record.slug ?? '', after.record.slug]);
  const stored = await loadProducts(context.tx, { slugs: [...new Set(slugs)] });
  const bySlug = new Map(stored.map((product) => [product.row.slug, product]));
  const makeRows = await rowMaker(context);
  const ready: Ready[] = [];
  for (const { index, record: plan } of items) {
    const old = bySlug.get((plan.before ?? plan.after).record.slug);
    const checked = checkedPlan(context, plan, old, bySlug);
    if ('refusal' in checked) results.set(index, checked);
    else ready.push({ index, old, formerSlugs: plan.formerSlugs, ...checked });
  }
  const rows = ready.map(({ old, next }) => {
    return makeRows({ record: next.record, old, keptIds: next.ids.map((id) => id ?? undefined) });
  });
  await writeProducts(
    context,
    rows,
    ready.flatMap(({ old }) => old ?? []),
  );
  await saveFormerSlugs(
    context.tx,
    ready.map(({ next, formerSlugs }) => ({ slug: next.record.slug, former_slugs: formerSlugs })),
  );
  const written = await loadProducts(context.tx, { ids: rows.map(({ row }) => row.id) });
  const byId = new Map(written.map((product) => [product.row.id, product]));
  for (const [at, { index, now, next }] of ready.entries()) {
    const product = byId.get(rows[at]?.row.id ?? 0);
    results.set(index, { before: now, after: product ? sideOf(context, product) : next });
  }
  return results;
}

interface Ready {
  index: number;
  old: StoredProduct | undefined;
  now: PlannedSide | null;
  next: PlannedSide;
  formerSlugs: string[];
}

function checkedPlan(
  context: SaveContext,
  { before, after }: PlannedSave,
  old: StoredProduct | undefined,
  bySlug: ReadonlyMap<string, StoredProduct>,
): { now: PlannedSide | null; next: PlannedSide } | { refusal: string } {
  if (!before && old) return { refusal: ADDED };
  if (before && !old) return { refusal: DELETED };
  const now = old ? sideOf(context, old) : null;
  if (before && now && unsoldText(now) !== unsoldText(before)) return { refusal: CHANGED };
  const isMoved = before && before.record.slug !== after.record.slug;
  if (isMoved && bySlug.has(after.record.slug)) return { refusal: ADDED };
  const unknown = unknownReference(context, after.record);
  if (unknown) return { refusal: `It names the ${unknown[0]} “${unknown[1]}”, which does not exist any more.` };
  const next = before && now ? withStockOf(now, before, after) : after;
  return next ? { now, next: { ...next, record: cleanRecord(next) } } : { refusal: CUT };
}

/** Those of the values that nobody has changed since the preview. The others are added to the problems. */
export function unchangedValues(
  { registry, result, pictures }: SaveContext,
  items: readonly Indexed<PlannedValue>[],
): Indexed<TaxonomyPatch>[] {
  return items.flatMap(({ index, record: { before, record } }) => {
    const now = registry.find(record.type, record.slug);
    const planned = planValue({ registry, pictures }, record);
    const isKnown = now && !('problem' in planned) && isSameValue(now, planned.next);
    const refusal = before ? (!now ? DELETED : valueText(now) === valueText(before) ? '' : CHANGED) : '';
    const message = refusal || (!before && now && !isKnown ? ADDED_VALUE : '');
    if (message === '') return [{ index, record }];
    result.problems.push({ index, message });
    return [];
  });
}

function valueText({ name, hsn, parent_id, description, image_src, image_alt }: FacetValueTable): string {
  return JSON.stringify([name, hsn, parent_id, description, image_src, image_alt]);
}

/** Of a record that was stored as JSON. */
function cleanRecord({ record: { long_content, ...record } }: PlannedSide) {
  return canonicalProduct({ ...record, ...(long_content && { long_content: ownersHtml(long_content) }) });
}

/** The files of the pictures of these records, those of the plan after those that were loaded since. */
export function plannedPictures(
  { products, values }: Pick<PlannedSaves, 'products' | 'values'>,
  loaded: ReadonlyMap<string, StoredPicture>,
): Map<string, StoredPicture> {
  const files = [
    ...products.map(({ record }) => record.after.pictures),
    ...values.map(({ record }) => record.pictures),
  ];
  const known = files.flatMap((pictures) =>
    pictures.flatMap(({ src, hash, width, height, dominant }): [string, StoredPicture][] =>
      hash === null || width === null || height === null
        ? []
        : [[src, { hash, width, height, dominant: dominant ?? '#dddddd' }]],
    ),
  );
  return new Map([...known, ...loaded]);
}
