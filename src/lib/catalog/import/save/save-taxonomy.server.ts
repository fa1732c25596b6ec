import type { TaxonomyPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { fieldChanges } from '#lib/catalog/import/record/record-changes.ts';
import { countEntry, noteChanges, noteMade } from '#lib/catalog/import/record/save-report.ts';
import type { Indexed, SaveContext } from '#lib/catalog/import/save/save-context.ts';
import { rederiveProducts } from '#lib/catalog/import/save/save-products.server.ts';
import { TAXONOMY_TAG } from '#lib/catalog/listing-index/facets/taxonomy-tag.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';

/** Saves brands, categories, materials and collections; what a new name or parent changes in products follows at once. */
export async function saveTaxonomy(context: SaveContext, items: Indexed<TaxonomyPatch>[]): Promise<void> {
  for (const { index, record } of items) {
    const old = context.registry.find(record.type, record.slug);
    const parent =
      record.type === 'category' && record.parent ? context.registry.find('category', record.parent) : undefined;
    const problem = parentProblem(record, parent) ?? nameProblem(record, old);
    if (problem) context.result.problems.push({ index, message: problem });
    else await saveOne(context, record, old, parent?.id ?? null);
  }
  if (!context.dryRun) await context.registry.flushAdded(context.tx);
}

async function saveOne(
  context: SaveContext,
  record: TaxonomyPatch,
  old: FacetValueTable | undefined,
  parentId: number | null,
): Promise<void> {
  const { registry, result, tags } = context;
  const keepsParent = record.type !== 'category' || record.parent === undefined;
  const next: NextValue = {
    name: record.name ?? old?.name ?? record.slug,
    hsn: hsnOf(record, old),
    parent_id: keepsParent ? (old?.parent_id ?? null) : parentId,
    ...describe(context, record, old),
  };
  if (!old) {
    registry.add({ kind: record.type, slug: record.slug, ...next });
    countEntry(result, 'taxonomy', 'created');
    noteMade(result, { kind: record.type, name: next.name });
  } else if (Object.entries(next).every(([column, value]) => old[column as keyof NextValue] === value)) {
    countEntry(result, 'taxonomy', 'unchanged');
    return;
  } else {
    await updateValue(context, record, old, next);
    if (context.dryRun) return;
  }
  tags.add('list').add(TAXONOMY_TAG).add(`${record.type}:${record.slug}`);
}

type NextValue = Pick<FacetValueTable, 'name' | 'hsn' | 'parent_id'> & ReturnType<typeof describe>;

async function updateValue(
  context: SaveContext,
  { type, slug }: TaxonomyPatch,
  old: FacetValueTable,
  next: NextValue,
): Promise<void> {
  const { registry, result, tx } = context;
  const touchesProducts = old.name !== next.name || old.parent_id !== next.parent_id || old.hsn !== next.hsn;
  noteChanges(result, `${type} ${slug}`, fieldChanges(shownOf(old, registry), shownOf(next, registry)));
  Object.assign(old, next);
  countEntry(result, 'taxonomy', 'updated');
  if (context.dryRun) return;
  // It may have been added by this very batch and not be written yet.
  await registry.flushAdded(tx);
  await tx.updateTable('facet_value').set(next).where('id', '=', old.id).execute();
  if (touchesProducts) await rederiveProducts(context, await productsWith(context, old));
}

function shownOf(row: NextValue, registry: SaveContext['registry']) {
  return {
    name: row.name,
    parent: row.parent_id === null ? null : registry.get(row.parent_id)?.slug,
    hsn: row.hsn,
    description: row.description,
    image: row.image_src,
    alt: row.image_alt,
  };
}

function hsnOf(record: TaxonomyPatch, old: FacetValueTable | undefined): string | null {
  const given = record.type === 'category' ? record.hsn : undefined;
  return (given === undefined ? old?.hsn : given) || null;
}

function describe({ pictures }: SaveContext, record: TaxonomyPatch, old: FacetValueTable | undefined) {
  const said = 'image' in record ? record.image : undefined;
  const image = said === undefined ? storedImage(old) : said;
  const description = 'description' in record ? record.description : undefined;
  const stored = image ? pictures.get(image.src) : undefined;
  const kept = image && old?.image_src === image.src ? old : undefined;
  return {
    description: (description === undefined ? old?.description : description) || null,
    image_src: image?.src ?? null,
    image_alt: image?.alt ?? null,
    image_hash: stored?.hash ?? kept?.image_hash ?? null,
    image_width: stored?.width ?? kept?.image_width ?? null,
    image_height: stored?.height ?? kept?.image_height ?? null,
    image_dominant: stored?.dominant ?? kept?.image_dominant ?? null,
  };
}

function storedImage(old: FacetValueTable | undefined) {
  return old?.image_src ? { src: old.image_src, alt: old.image_alt ?? '' } : undefined;
}

function nameProblem(record: TaxonomyPatch, old: FacetValueTable | undefined): string | undefined {
  if (old || record.name) return undefined;
  return `there is no ${record.type} "${record.slug}" yet, and a new one needs its name`;
}

function parentProblem(record: TaxonomyPatch, parent: FacetValueTable | undefined): string | undefined {
  if (record.type !== 'category' || !record.parent) return undefined;
  if (!parent) return `category "${record.slug}" names an unknown parent "${record.parent}"`;
  // Two levels: the menu and the filters show no more.
  if (parent.parent_id !== null || parent.slug === record.slug) {
    return `category "${record.slug}" names the parent "${record.parent}", which is not at the top level`;
  }
  return undefined;
}

async function productsWith({ tx }: SaveContext, { id, kind, slug }: FacetValueTable): Promise<number[]> {
  const rows = await tx.selectFrom('product_facet').select('product_id as id').where('value_id', '=', id).execute();
  return [...rows, ...(kind === 'category' ? await heldBackIn(tx, id, slug) : [])].map((row) => row.id);
}

/** Goods that are held back are in no list; a code for their category is what they wait for. */
async function heldBackIn(tx: Tx, id: number, slug: string): Promise<{ id: number }[]> {
  const children = await tx.selectFrom('facet_value').select('slug').where('parent_id', '=', id).execute();
  const named = [slug, ...children.map((child) => child.slug)];
  return tx
    .selectFrom('product')
    .select('id')
    .where('status', '=', 'draft')
    .where((is) => is.or(named.map((one) => is('categories_json', 'like', `%"${one}"%`))))
    .execute();
}
