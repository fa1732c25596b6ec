import type { BrandRecord, CategoryRecord, CollectionRecord, MaterialRecord } from '#lib/catalog/catalog-record.ts';
import type { Indexed, SaveContext } from '#lib/catalog/save-catalogue.server.ts';
import { rederiveProducts } from '#lib/catalog/save-products.server.ts';
import type { FacetValueTable } from '#lib/db/tables.ts';

type TaxonomyRecord = BrandRecord | CategoryRecord | MaterialRecord | CollectionRecord;

/** Saves brands, categories, materials and collections; what a new name or parent changes in products follows at once. */
export async function saveTaxonomy(context: SaveContext, items: Indexed<TaxonomyRecord>[]): Promise<void> {
  for (const { index, record } of items) {
    const parent =
      record.type === 'category' && record.parent ? context.book.find('category', record.parent) : undefined;
    const problem = parentProblem(record, parent);
    if (problem) context.result.problems.push({ index, message: problem });
    else await saveOne(context, record, parent?.id ?? null);
  }
  await context.book.flushAdded(context.tx);
}

async function saveOne(context: SaveContext, record: TaxonomyRecord, parentId: number | null): Promise<void> {
  const { book, result, tags } = context;
  const old = book.find(record.type, record.slug);
  const next = { name: record.name, parent_id: parentId, ...describe(context, record, old) };
  if (!old) {
    book.add({ kind: record.type, slug: record.slug, ...next });
    result.created++;
  } else if (Object.entries(next).every(([column, value]) => old[column as keyof typeof next] === value)) {
    result.unchanged++;
    return;
  } else {
    const touchesProducts = old.name !== next.name || old.parent_id !== next.parent_id;
    Object.assign(old, next);
    // It may have been added by this very batch and not be written yet.
    await book.flushAdded(context.tx);
    await context.tx.updateTable('facet_value').set(next).where('id', '=', old.id).execute();
    if (touchesProducts) await rederiveProducts(context, await productsWith(context, old.id));
    result.updated++;
  }
  tags.add('list').add('taxonomy').add(`${record.type}:${record.slug}`);
}

function describe({ pictures }: SaveContext, record: TaxonomyRecord, old: FacetValueTable | undefined) {
  const image = 'image' in record ? record.image : undefined;
  const stored = image ? pictures.get(image.src) : undefined;
  const kept = image && old?.image_src === image.src ? old : undefined;
  return {
    description: ('description' in record ? record.description : undefined) || null,
    image_src: image?.src ?? null,
    image_alt: image?.alt ?? null,
    image_hash: stored?.hash ?? kept?.image_hash ?? null,
    image_width: stored?.width ?? kept?.image_width ?? null,
    image_height: stored?.height ?? kept?.image_height ?? null,
    image_dominant: stored?.dominant ?? kept?.image_dominant ?? null,
  };
}

function parentProblem(record: TaxonomyRecord, parent: FacetValueTable | undefined): string | undefined {
  if (record.type !== 'category' || !record.parent) return undefined;
  if (!parent) return `category "${record.slug}" names an unknown parent "${record.parent}"`;
  // Two levels: the menu and the filters show no more.
  if (parent.parent_id !== null || parent.slug === record.slug) {
    return `category "${record.slug}" names the parent "${record.parent}", which is not at the top level`;
  }
  return undefined;
}

async function productsWith({ tx }: SaveContext, valueId: number): Promise<number[]> {
  const rows = await tx.selectFrom('product_facet').select('product_id').where('value_id', '=', valueId).execute();
  return rows.map((row) => row.product_id);
}
