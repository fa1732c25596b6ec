import type { PlanRow } from '#lib/catalog/admin/imports/plan-rows.ts';
import type { AfterJson } from '#lib/catalog/admin/imports/stored-import.ts';
import type { TaxonomyPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { PictureFile, ProductSnapshot } from '#lib/catalog/import/record/planned-entry.ts';
import { type FieldChange, productChanges } from '#lib/catalog/import/record/record-changes.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { FacetValueTable, ReviewTable } from '#lib/platform/db/query/tables.ts';
import type { CatalogueImportRowTable } from '#lib/platform/db/tables/import.ts';

const ROWS_PER_BATCH = 250;

/** Yields the rows that an undo of an import would write, in batches, beginning with the last row of the import. */
export async function* undoRows({ write }: ShopDatabase, importId: string): AsyncGenerator<PlanRow[]> {
  const facetValues = await write.selectFrom('facet_value').select(['id', 'slug']).execute();
  const slugsById = new Map(facetValues.map(({ id, slug }) => [id, slug]));
  let beforePosition = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await write
      .selectFrom('catalogue_import_row')
      .selectAll()
      .where('import_id', '=', importId)
      .where('state', '=', 'done')
      .where('position', '<', beforePosition)
      .orderBy('position', 'desc')
      .limit(ROWS_PER_BATCH)
      .execute();
    yield rows.flatMap((row) => undoRow(row, slugsById) ?? []);
    beforePosition = rows.at(-1)?.position ?? -1;
    if (rows.length < ROWS_PER_BATCH) return;
  }
}

function undoRow(row: CatalogueImportRowTable, slugsById: ReadonlyMap<number, string>): PlanRow | undefined {
  if (row.kind === 'product') return undoneProduct(row);
  if (row.kind === 'review') return undoneReview(row);
  // A new category, brand or other value is kept, because it is not shown if it has no products.
  return row.effect === 'new' ? undefined : undoneValue(row, slugsById);
}

function undoneProduct(row: CatalogueImportRowTable): PlanRow | undefined {
  const writtenProduct = JSON.parse(row.after_json ?? '{}') as ProductSnapshot;
  const before = JSON.parse(row.before_json ?? 'null') as ProductSnapshot | null;
  // A new product is kept as a draft: it may be in a cart or an order, and when processes update their lists, they
  // notice changed products but not deleted products.
  const after = before ?? { ...writtenProduct, record: { ...writtenProduct.record, status: 'draft' as const } };
  if (!before && writtenProduct.record.status === 'draft') return undefined;
  const indexById = new Map(writtenProduct.ids.map((id, index) => [id, index]));
  const oldIndexes = after.ids.map((id) => indexById.get(id));
  const { name, slug } = after.record;
  const changes = before ? productChanges(writtenProduct.record, after.record, oldIndexes) : DRAFT_CHANGES;
  return rowOf(row, { record_id: slug, name, changes, before: writtenProduct, after });
}

const DRAFT_CHANGES: FieldChange[] = [{ field: 'status', from: 'active', to: 'draft' }];

function undoneReview(row: CatalogueImportRowTable): PlanRow {
  const restored = JSON.parse(row.before_json ?? 'null') as ReviewTable | null;
  const after = { ...(JSON.parse(row.after_json ?? '{}') as AfterJson), restored };
  const removal: FieldChange = { field: 'review', from: row.name, to: 'removed' };
  const changes = restored ? reversedChanges(row) : [removal];
  return rowOf(row, { name: row.name, changes, before: null, after });
}

function reversedChanges({ changes_json }: CatalogueImportRowTable): FieldChange[] {
  const changes = JSON.parse(changes_json) as FieldChange[];
  return changes.map(({ field, from, to }) => ({ field, from: to, to: from }));
}

function undoneValue(row: CatalogueImportRowTable, slugsById: ReadonlyMap<number, string>): PlanRow {
  const oldValue = JSON.parse(row.before_json ?? '{}') as FacetValueTable;
  const { stored } = JSON.parse(row.after_json ?? '{}') as AfterJson;
  const { name, description, image_src: src, image_alt, hsn, parent_id } = oldValue;
  const { image_hash: hash, image_width: width, image_height: height, image_dominant: dominant } = oldValue;
  const pictures: PictureFile[] = src === null ? [] : [{ src, hash, width, height, dominant }];
  const record = {
    ...{ type: row.kind, slug: row.record_id, name, description },
    image: src === null ? null : { src, alt: image_alt ?? '' },
    ...(row.kind === 'category' && {
      hsn: hsn ?? '',
      parent: parent_id === null ? null : (slugsById.get(parent_id) ?? null),
    }),
  } as TaxonomyPatch;
  const changes = reversedChanges(row);
  return rowOf(row, { name, changes, before: stored ?? null, after: { record, pictures } });
}

function rowOf(
  { kind, record_id, line }: CatalogueImportRowTable,
  planned: { record_id?: string; name: string; changes: FieldChange[]; before: unknown; after: unknown },
): PlanRow {
  return {
    ...{ kind, record_id: planned.record_id ?? record_id, name: planned.name, effect: 'changed', line },
    ...{ state: 'waiting', message: null, about: null, changes_json: JSON.stringify(planned.changes) },
    before_json: planned.before === null ? null : JSON.stringify(planned.before),
    after_json: JSON.stringify(planned.after),
  };
}
