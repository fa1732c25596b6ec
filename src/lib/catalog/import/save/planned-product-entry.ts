import type { CleanPatch } from '#lib/catalog/import/record/merge-product.ts';
import type { PictureFile, PlannedProductEntry, ProductSnapshot } from '#lib/catalog/import/record/planned-entry.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { type PlannedProduct, slugLookup } from '#lib/catalog/import/save/plan-product.ts';
import type { Indexed, SaveContext } from '#lib/catalog/import/save/save-context.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';

type Context = Pick<SaveContext, 'registry' | 'pictures'>;

/** Returns the entry for a product in the preview of an import. */
export function plannedEntry(
  context: Context,
  { index, record: { former_slugs = [] } }: Indexed<CleanPatch>,
  { record, old, keptIds, changes, about }: PlannedProduct,
): PlannedProductEntry {
  const ids = keptIds.map((id) => id ?? null);
  return {
    ...{ kind: 'product', index, name: record.name, effect: old ? 'changed' : 'new', changes, about },
    before: old ? snapshotOf(context, old) : null,
    after: { record, ids, pictures: filesOf(context, record.images ?? []) },
    formerSlugs: former_slugs,
  };
}

/** Returns a snapshot of a stored product. `pictures` omits pictures whose files are not stored. */
export function snapshotOf(context: Pick<Context, 'registry'>, old: StoredProduct): ProductSnapshot {
  return {
    record: recordOf(old, slugLookup(context)),
    ids: old.variants.map(({ id }) => id),
    pictures: old.pictures
      .filter(({ hash }) => hash !== null)
      .map(({ src, hash, width, height, dominant }) => ({ src, hash, width, height, dominant })),
  };
}

function filesOf({ pictures }: Context, images: readonly { src: string }[]): PictureFile[] {
  return images.flatMap(({ src }) => {
    const picture = pictures.get(src);
    return picture ? [{ src, ...picture }] : [];
  });
}
