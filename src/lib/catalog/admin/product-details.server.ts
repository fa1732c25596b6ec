import { editableVariantsOf } from '#lib/catalog/admin/editable-variants.server.ts';
import { hsnOf } from '#lib/catalog/admin/product-hsn.ts';
import { readProduct, redirectingSlugs } from '#lib/catalog/admin/read-product.server.ts';
import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';
import { statusOf } from '#lib/catalog/products/product-summary.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { PictureTable } from '#lib/platform/db/query/tables.ts';

export type ProductDetails = Awaited<ReturnType<typeof readProductDetails>>;

/** A picture in the form. `hash` is null if the file could not be read. */
export type EditablePicture = Pick<PictureTable, 'src' | 'alt' | 'color' | 'hash' | 'width' | 'height'>;

/** Reads everything that the admin page of a product shows. Throws `not_found` if there is no such product. */
export async function readProductDetails({ write }: Pick<ShopDatabase, 'write'>, id: number) {
  const product = await readProduct(write, id);
  const { row } = product.stored;
  const [variants, slugs] = await Promise.all([editableVariantsOf({ write }, product), redirectingSlugs(write, row)]);
  return {
    ...variants,
    record: product.record,
    status: statusOf(row),
    hsn: hsnOf(product.record),
    /** The former slugs whose URLs redirect to the product. */
    formerSlugs: slugs,
    /** The quantity sold since the shop opened, in pieces or cm. */
    sold: row.sold,
    pictures: product.stored.pictures,
    /** The values of the colour option; a picture may show one of these colours. */
    colors: colorsOf(product.record),
  };
}

function colorsOf({ options = [], variants }: CleanProduct): string[] {
  const label = options.find((option) => optionFacetOf(option) === 'color');
  if (label === undefined) return [];
  return [...new Set(variants.flatMap(({ values }) => optionValue(values, label) ?? []))];
}
