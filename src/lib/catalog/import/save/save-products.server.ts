import { aboutNew } from '#lib/catalog/import/record/about-new.ts';
import { type CleanProduct, canonicalProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { type CleanPatch, mergeProduct } from '#lib/catalog/import/record/merge-product.ts';
import { describeProblems, type FieldProblem } from '#lib/catalog/import/record/product-problems.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.server.ts';
import { productChanges } from '#lib/catalog/import/record/record-changes.ts';
import {
  countEntry,
  noteChanges,
  noteMade,
  noteUntaxed,
  type SaveProblem,
  type Tally,
} from '#lib/catalog/import/record/save-report.ts';
import { type ProductRows, rowsOf } from '#lib/catalog/import/save/product-rows.server.ts';
import type { Indexed, SaveContext } from '#lib/catalog/import/save/save-context.ts';
import { writeProducts } from '#lib/catalog/import/save/write-products.server.ts';
import { lastVariantId } from '#lib/catalog/inventory/stock-ledger.server.ts';
import { ATTRIBUTES, type ProductFacet } from '#lib/catalog/listing-index/facets/facets.ts';
import { saveFormerSlugs } from '#lib/catalog/products/former-slugs.server.ts';
import { isTaxKnown, taxHsn } from '#lib/catalog/products/goods-hsn.ts';
import { loadProducts, type StoredProduct } from '#lib/catalog/products/stored-products.server.ts';

export async function saveProducts(context: SaveContext, items: Indexed<CleanPatch>[]): Promise<void> {
  if (items.length === 0) return;
  const { result, dryRun } = context;
  const bySlug = new Map(items.map((item) => [item.record.slug, item]));
  const former = items.flatMap(({ record: { former_slugs = [] } }) => former_slugs);
  const stored = await loadProducts(context.tx, { slugs: [...new Set([...bySlug.keys(), ...former])] });
  const oldBySlug = new Map(stored.map((product) => [product.row.slug, product]));
  for (const slug of oldBySlug.keys()) if (dryRun?.hasLeft(slug)) oldBySlug.delete(slug);
  const saved: { product: ComingProduct; given: CleanPatch }[] = [];
  for (const item of bySlug.values()) {
    const old = oldBySlug.get(item.record.slug) ?? renamed(item.record, bySlug, oldBySlug);
    const product = merged(context, item, old);
    if (!product) continue;
    dryRun?.noteProduct(item.record.slug, old?.row.slug);
    saved.push({ product, given: item.record });
  }
  result.unchanged += items.length - bySlug.size;
  if (dryRun) return;
  const changed = saved.filter(({ product }) => product.isChanged).map(({ product }) => product);
  const makeRows = await rowMaker(context);
  await writeProducts(context, changed.map(makeRows), stored);
  await saveFormerSlugs(
    context.tx,
    saved.map(({ given }) => given),
  );
}

interface ComingProduct {
  record: CleanProduct;
  old: StoredProduct | undefined;
  keptIds: (number | undefined)[];
  isChanged: boolean;
}

/** `undefined` when it can't be, which is noted. */
function merged(
  context: SaveContext,
  { index, record: given }: Indexed<CleanPatch>,
  old: StoredProduct | undefined,
): ComingProduct | undefined {
  const { result, tags, rules } = context;
  const before = old && recordOf(old, slugs(context));
  const coming = mergeProduct(before, given, rules);
  const problem =
    'problems' in coming ? productProblem(given, coming.problems) : unknownReference(context, coming.record);
  if ('problems' in coming || problem) {
    result.problems.push({ index, ...(problem ?? { message: '' }) });
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
  const pictures = { field: 'pictures', from: 'not read yet', to: 'read' };
  noteChanges(result, record.slug, isChanged && before && changes.length === 0 ? [pictures] : changes);
  if (!before) noteMade(result, { kind: 'product', name: record.name, about: aboutNew(record, context.registry) });
  if (old && old.row.slug !== record.slug) tags.add(`product:${old.row.slug}`);
  const keptIds = coming.from.map((place) => (place === undefined ? undefined : old?.variants[place]?.id));
  return { record, old, keptIds, isChanged };
}

function productProblem(given: CleanPatch, problems: FieldProblem[]): Omit<SaveProblem, 'index'> {
  const [first, at] = problems[0]?.path ?? [];
  const variant = first === 'variants' && typeof at === 'number' ? at : undefined;
  const isShort = given.name === undefined && problems.some(({ path }) => path[0] === 'name');
  const message = isShort
    ? `there is no product "${given.slug}" yet, and a new one needs its name`
    : describeProblems(problems);
  return { message, variant };
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
  const kept = from.filter((place) => place !== undefined).length;
  tally.removed += (before?.variants.length ?? 0) - kept;
}

/** The stored product that the record calls by a new name; it is taken once, and not from a record that still has its name. */
function renamed(
  { former_slugs = [] }: CleanPatch,
  records: ReadonlyMap<string, unknown>,
  oldBySlug: Map<string, StoredProduct>,
): StoredProduct | undefined {
  const slug = former_slugs.find((former) => oldBySlug.has(former) && !records.has(former));
  const old = slug === undefined ? undefined : oldBySlug.get(slug);
  if (slug !== undefined) oldBySlug.delete(slug);
  return old;
}

/** Derives anew what categories, names and stock say of these products, their records staying as they are. */
export async function rederiveProducts(context: SaveContext, productIds: number[]): Promise<void> {
  const makeRows = await rowMaker(context);
  for (let from = 0; from < productIds.length; from += 500) {
    const ids = productIds.slice(from, from + 500);
    const stored = await loadProducts(context.tx, { ids });
    const rows = stored.map((old) =>
      makeRows({ record: recordOf(old, slugs(context)), old, keptIds: old.variants.map(({ id }) => id) }),
    );
    await writeProducts(context, rows, stored);
  }
}

async function rowMaker(context: SaveContext): Promise<(product: Omit<ComingProduct, 'isChanged'>) => ProductRows> {
  const { tx, registry, pictures, version, now, rates, palettes, requiresHsn } = context;
  const last = await tx.selectFrom('product').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  let productId = last?.id ?? 0;
  let variantId = await lastVariantId(tx);
  const ids = { nextProductId: () => ++productId, nextVariantId: () => ++variantId };
  return ({ record, old, keptIds }) =>
    rowsOf(record, old, keptIds, { registry, pictures, version, now, rates, palettes, requiresHsn, ...ids });
}

function hasNewPicture(context: SaveContext, old: StoredProduct | undefined): boolean {
  return (old?.pictures ?? []).some((picture) => {
    const given = context.pictures.get(picture.src);
    return given && (given.hash !== picture.hash || given.dominant !== picture.dominant);
  });
}

function slugs({ registry }: SaveContext): (id: number) => string | undefined {
  return (id) => registry.get(id)?.slug;
}

function unknownReference({ registry }: SaveContext, record: ProductRecord): { message: string } | undefined {
  const { slug, categories, collections = [] } = record;
  const named: [ProductFacet, string | undefined][] = [
    ['brand', record.brand],
    ...ATTRIBUTES.map((name): [ProductFacet, string | undefined] => [name, record[name]]),
    ...categories.map((one): [ProductFacet, string] => ['category', one]),
    ...collections.map((one): [ProductFacet, string] => ['collection', one]),
  ];
  const unknown = named.find(([kind, one]) => one && !registry.find(kind, one));
  return unknown && { message: `product "${slug}" names an unknown ${unknown[0]} "${unknown[1]}"` };
}
