import type { TaxonomyPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { SaveContext } from '#lib/catalog/import/save/save-context.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';

type PlanContext = Pick<SaveContext, 'registry' | 'pictures'>;

export type TaxonomyValue = Pick<FacetValueTable, 'name' | 'hsn' | 'parent_id'> & ReturnType<typeof descriptiveColumns>;

/**
 * Returns the stored row of a brand, category, material or collection, and its column values after the record has been
 * merged into that row. Returns the problem if the record is rejected.
 */
export function planValue(
  context: PlanContext,
  record: TaxonomyPatch,
): { problem: string } | { old: FacetValueTable | undefined; next: TaxonomyValue } {
  const { registry } = context;
  const old = registry.find(record.type, record.slug);
  const parent = record.type === 'category' && record.parent ? registry.find('category', record.parent) : undefined;
  const problem = parentProblem(record, parent) ?? nameProblem(record, old);
  if (problem) return { problem };
  const keepsParent = record.type !== 'category' || record.parent === undefined;
  const next = {
    name: record.name ?? old?.name ?? record.slug,
    hsn: hsnOf(record, old),
    parent_id: (keepsParent ? old?.parent_id : parent?.id) ?? null,
    ...descriptiveColumns(context, record, old),
  };
  return { old, next };
}

export function isSameValue(old: FacetValueTable, next: TaxonomyValue): boolean {
  return Object.entries(next).every(([column, value]) => old[column as keyof TaxonomyValue] === value);
}

/** Returns whether a change to a value affects how products with this value are listed, named or taxed. */
export function affectsProducts(old: FacetValueTable, next: TaxonomyValue): boolean {
  return old.name !== next.name || old.parent_id !== next.parent_id || old.hsn !== next.hsn;
}

/** Returns those fields of a brand, category or other value that the report of an import shows. */
export function shownValue(row: TaxonomyValue, registry: SaveContext['registry']) {
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
  const hsn = record.type === 'category' ? record.hsn : undefined;
  return (hsn === undefined ? old?.hsn : hsn) || null;
}

function descriptiveColumns({ pictures }: PlanContext, record: TaxonomyPatch, old: FacetValueTable | undefined) {
  const recordImage = 'image' in record ? record.image : undefined;
  const image = recordImage === undefined ? storedImage(old) : recordImage;
  const description = 'description' in record ? record.description : undefined;
  const storedPicture = image ? pictures.get(image.src) : undefined;
  const rowWithSameImage = image && old?.image_src === image.src ? old : undefined;
  return {
    description: (description === undefined ? old?.description : description) || null,
    image_src: image?.src ?? null,
    image_alt: image?.alt ?? null,
    image_hash: storedPicture?.hash ?? rowWithSameImage?.image_hash ?? null,
    image_width: storedPicture?.width ?? rowWithSameImage?.image_width ?? null,
    image_height: storedPicture?.height ?? rowWithSameImage?.image_height ?? null,
    image_dominant: storedPicture?.dominant ?? rowWithSameImage?.image_dominant ?? null,
  };
}

function storedImage(old: FacetValueTable | undefined) {
  return old?.image_src ? { src: old.image_src, alt: old.image_alt ?? '' } : undefined;
}

function nameProblem(record: TaxonomyPatch, old: FacetValueTable | undefined): string | undefined {
  if (old || record.name) return undefined;
  return `there is no ${record.type} "${record.slug}" yet, and a new one needs a name`;
}

function parentProblem(record: TaxonomyPatch, parent: FacetValueTable | undefined): string | undefined {
  if (record.type !== 'category' || !record.parent) return undefined;
  if (!parent) return `category "${record.slug}" refers to an unknown parent "${record.parent}"`;
  if (parent.slug === record.slug) return `category "${record.slug}" can't be its own parent`;
  // There are only two levels, because the menu and the filters do not show more levels.
  if (parent.parent_id !== null) {
    return `category "${record.slug}" has the parent "${record.parent}", which is not at the top level`;
  }
  return undefined;
}
