import { canonicalProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { TaxonomyPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { storedPicture } from '#lib/catalog/import/record/picture-records.ts';
import type { PictureFile, PlannedProductEntry, ProductSnapshot } from '#lib/catalog/import/record/planned-entry.ts';
import { unknownReference } from '#lib/catalog/import/save/plan-product.ts';
import { snapshotOf } from '#lib/catalog/import/save/planned-product-entry.ts';
import type { PlannedReview } from '#lib/catalog/import/save/planned-reviews.server.ts';
import { rebaseStock, textWithoutStock } from '#lib/catalog/import/save/rebase-stock.ts';
import type { Indexed, SaveContext } from '#lib/catalog/import/save/save-context.ts';
import { rowFactory } from '#lib/catalog/import/save/save-products.server.ts';
import { isSameValue, planValue } from '#lib/catalog/import/save/taxonomy-value.ts';
import { writeProducts } from '#lib/catalog/import/save/write-products.server.ts';
import { saveFormerSlugs } from '#lib/catalog/products/former-slugs.server.ts';
import { loadProducts, type StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import { sanitizeDescription } from '#lib/platform/html/clean-html.server.ts';

/** A product before and after the import, as its preview showed it. */
export type PlannedProductSave = Pick<PlannedProductEntry, 'before' | 'after' | 'formerSlugs'>;

/** The product before and after it was written, or the reason why it was not changed. */
export type ProductSaveResult = { before: ProductSnapshot | null; after: ProductSnapshot } | { refusal: string };

/** A brand, category or other value that a preview showed. */
export interface PlannedValue {
  /** The row that was stored when the preview was created, or null if there was none. */
  before: FacetValueTable | null;
  record: TaxonomyPatch;
  /** The file of the value's picture, or an empty array if no file is stored. */
  pictures: PictureFile[];
}

export interface PlannedSaves {
  values: Indexed<PlannedValue>[];
  products: Indexed<PlannedProductSave>[];
  reviews: Indexed<PlannedReview>[];
}

const CHANGED_SINCE = 'It was changed in the meantime, and stays as it is.';
const DELETED_SINCE = 'It was deleted in the meantime.';
const ADDED_SINCE = 'A product with this URL was added in the meantime, and stays as it is.';
const VALUE_ADDED_SINCE = 'It was added in the meantime, and stays as it is.';
const STOCK_CHANGED_SINCE = 'Its stock has changed in the meantime, so it can’t be set. Import it again.';

/**
 * Writes products as planned, except products that have changed since the preview. The stock changes by the planned
 * difference. Returns the result of each product, by its index.
 */
export async function savePlannedProducts(
  context: SaveContext,
  items: readonly Indexed<PlannedProductSave>[],
): Promise<Map<number, ProductSaveResult>> {
  const results = new Map<number, ProductSaveResult>();
  const slugs = items.flatMap(({ record: { before, after } }) => [before?.record.slug ?? '', after.record.slug]);
  const storedProducts = await loadProducts(context.tx, { slugs: [...new Set(slugs)] });
  const storedBySlug = new Map(storedProducts.map((product) => [product.row.slug, product]));
  const createRows = await rowFactory(context);
  const checkedSaves = items.flatMap(({ index, record: plan }) => {
    const old = storedBySlug.get((plan.before ?? plan.after).record.slug);
    const result = checkPlan(context, plan, old, storedBySlug);
    if (!('refusal' in result)) return [{ index, old, formerSlugs: plan.formerSlugs, ...result }];
    results.set(index, result);
    return [];
  });
  const rows = checkedSaves.map(({ old, next }) => {
    return createRows({ record: next.record, old, keptIds: next.ids.map((id) => id ?? undefined) });
  });
  await writeProducts(
    context,
    rows,
    checkedSaves.flatMap(({ old }) => old ?? []),
  );
  await saveFormerSlugs(
    context.tx,
    checkedSaves.map(({ next, formerSlugs }) => ({ slug: next.record.slug, former_slugs: formerSlugs })),
  );
  const writtenProducts = await loadProducts(context.tx, { ids: rows.map(({ row }) => row.id) });
  const writtenById = new Map(writtenProducts.map((product) => [product.row.id, product]));
  for (const [position, { index, current, next }] of checkedSaves.entries()) {
    const product = writtenById.get(rows[position]?.row.id ?? 0);
    results.set(index, { before: current, after: product ? snapshotOf(context, product) : next });
  }
  return results;
}

function checkPlan(
  context: SaveContext,
  { before, after }: PlannedProductSave,
  old: StoredProduct | undefined,
  storedBySlug: ReadonlyMap<string, StoredProduct>,
): { current: ProductSnapshot | null; next: ProductSnapshot } | { refusal: string } {
  if (!before && old) return { refusal: ADDED_SINCE };
  if (before && !old) return { refusal: DELETED_SINCE };
  const current = old ? snapshotOf(context, old) : null;
  if (before && current && textWithoutStock(current) !== textWithoutStock(before)) return { refusal: CHANGED_SINCE };
  const isRenamed = before && before.record.slug !== after.record.slug;
  if (isRenamed && storedBySlug.has(after.record.slug)) return { refusal: ADDED_SINCE };
  const unknownValue = unknownReference(context, after.record);
  if (unknownValue)
    return { refusal: `It refers to the ${unknownValue[0]} “${unknownValue[1]}”, which no longer exists.` };
  const next = before && current ? rebaseStock(current, before, after) : after;
  return next ? { current, next: { ...next, record: cleanRecord(next) } } : { refusal: STOCK_CHANGED_SINCE };
}

/**
 * Returns the records of those values that have not changed since the preview. For each of the other values, adds a
 * problem to the result.
 */
export function unchangedValues(
  { registry, result, pictures }: SaveContext,
  items: readonly Indexed<PlannedValue>[],
): Indexed<TaxonomyPatch>[] {
  return items.flatMap(({ index, record: { before, record } }) => {
    const current = registry.find(record.type, record.slug);
    const plan = planValue({ registry, pictures }, record);
    const isAsPlanned = current && !('problem' in plan) && isSameValue(current, plan.next);
    const refusal = before ? refusalIfChanged(before, current) : current && !isAsPlanned && VALUE_ADDED_SINCE;
    if (!refusal) return [{ index, record }];
    result.problems.push({ index, message: refusal });
    return [];
  });
}

function refusalIfChanged(before: FacetValueTable, current: FacetValueTable | undefined): string | undefined {
  if (!current) return DELETED_SINCE;
  return valueText(current) === valueText(before) ? undefined : CHANGED_SINCE;
}

function valueText({ name, hsn, parent_id, description, image_src, image_alt }: FacetValueTable): string {
  return JSON.stringify([name, hsn, parent_id, description, image_src, image_alt]);
}

/** Returns the record with sanitised HTML. The HTML is sanitised again because the record was stored as JSON. */
function cleanRecord({ record: { long_content, ...record } }: ProductSnapshot) {
  return canonicalProduct({ ...record, ...(long_content && { long_content: sanitizeDescription(long_content) }) });
}

/** Returns the picture files of these records, by `src`. Files that were loaded after the preview have priority. */
export function plannedPictures(
  { products, values }: Pick<PlannedSaves, 'products' | 'values'>,
  loadedPictures: ReadonlyMap<string, StoredPicture>,
): Map<string, StoredPicture> {
  const fileLists = [
    ...products.map(({ record }) => record.after.pictures),
    ...values.map(({ record }) => record.pictures),
  ];
  const plannedEntries = fileLists.flatMap((files) =>
    files.flatMap(({ src, ...row }): [string, StoredPicture][] => {
      const picture = storedPicture(row);
      return picture ? [[src, picture]] : [];
    }),
  );
  return new Map([...plannedEntries, ...loadedPictures]);
}
