import type { TaxonomyPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { fieldChanges } from '#lib/catalog/import/record/record-changes.ts';
import { addChanges, addNewEntry, countEntry } from '#lib/catalog/import/record/save-report.ts';
import type { Indexed, SaveContext } from '#lib/catalog/import/save/save-context.ts';
import { recomputeProducts } from '#lib/catalog/import/save/save-products.server.ts';
import {
  affectsProducts,
  isSameValue,
  planValue,
  shownValue,
  type TaxonomyValue,
} from '#lib/catalog/import/save/taxonomy-value.ts';
import { TAXONOMY_TAG } from '#lib/catalog/listing-index/facets/taxonomy-tag.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';

/**
 * Saves brands, categories and other values, and updates products that depend on a changed name, parent or tax code.
 */
export async function saveTaxonomy(context: SaveContext, items: Indexed<TaxonomyPatch>[]): Promise<void> {
  for (const item of items) {
    const plan = planValue(context, item.record);
    if ('problem' in plan) context.result.problems.push({ index: item.index, message: plan.problem });
    else await saveValue(context, item, plan.old, plan.next);
  }
  if (!context.dryRun) await context.registry.flushNewValues(context.tx);
}

async function saveValue(
  context: SaveContext,
  { index, record }: Indexed<TaxonomyPatch>,
  old: FacetValueTable | undefined,
  next: TaxonomyValue,
): Promise<void> {
  const { registry, result, tags, dryRun } = context;
  const plan = { kind: record.type, index, name: next.name, after: record };
  if (!old) {
    registry.add({ kind: record.type, slug: record.slug, ...next });
    countEntry(result, 'taxonomy', 'created');
    addNewEntry(result, { kind: record.type, name: next.name });
    dryRun?.plannedEntries.push({ ...plan, effect: 'new', changes: [], before: null });
  } else if (isSameValue(old, next)) {
    countEntry(result, 'taxonomy', 'unchanged');
    return;
  } else {
    const changes = fieldChanges(shownValue(old, registry), shownValue(next, registry));
    addChanges(result, `${record.type} ${record.slug}`, changes);
    dryRun?.plannedEntries.push({ ...plan, effect: 'changed', changes, before: { ...old } });
    countEntry(result, 'taxonomy', 'updated');
    await updateValue(context, old, next);
  }
  tags.add('list').add(TAXONOMY_TAG).add(`${record.type}:${record.slug}`);
}

async function updateValue(context: SaveContext, old: FacetValueTable, next: TaxonomyValue): Promise<void> {
  const { registry, tx, dryRun } = context;
  const mustRecompute = affectsProducts(old, next);
  Object.assign(old, next);
  if (dryRun) return;
  // This batch may have added the value and not written it yet.
  await registry.flushNewValues(tx);
  await tx.updateTable('facet_value').set(next).where('id', '=', old.id).execute();
  if (mustRecompute) await recomputeProducts(context, await productIdsWith(context, old));
}

async function productIdsWith({ tx }: SaveContext, { id, kind, slug }: FacetValueTable): Promise<number[]> {
  const rows = await tx.selectFrom('product_facet').select('product_id as id').where('value_id', '=', id).execute();
  return [...rows, ...(kind === 'category' ? await draftsIn(tx, id, slug) : [])].map((row) => row.id);
}

/**
 * Returns the ids of products in the category that are not for sale. They include products that are held back: these
 * have no facets, but may be for sale again with the category's new tax code.
 */
async function draftsIn(tx: Tx, id: number, slug: string): Promise<{ id: number }[]> {
  const children = await tx.selectFrom('facet_value').select('slug').where('parent_id', '=', id).execute();
  const slugs = [slug, ...children.map((child) => child.slug)];
  return tx
    .selectFrom('product')
    .select('id')
    .where('status', '=', 'draft')
    .where((eb) => eb.or(slugs.map((value) => eb('categories_json', 'like', `%"${value}"%`))))
    .execute();
}
