import type { Kysely } from 'kysely';
import { hsnOf } from '#lib/catalog/desk/product-hsn.ts';
import { readProduct } from '#lib/catalog/desk/read-product.server.ts';
import { type VariantSheet, variantSheetOf } from '#lib/catalog/desk/variant-sheet.server.ts';
import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import { formerSlugs } from '#lib/catalog/products/former-slugs.server.ts';
import { statusOf } from '#lib/catalog/products/product-summary.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { ProductSummaryTable, Tables } from '#lib/platform/db/query/tables.ts';

export interface ProductSheet extends VariantSheet {
  record: CleanProduct;
  status: ProductSummaryTable['status'];
  hsn: ReturnType<typeof hsnOf>;
  /** Addresses that redirect to the product. */
  formerSlugs: string[];
  /** In pieces or cm, since the shop began. */
  sold: number;
}

/** All of a product that its page in the admin shows. Throws `not_found`. */
export async function readProductSheet({ write }: Pick<ShopDatabase, 'write'>, id: number): Promise<ProductSheet> {
  const product = await readProduct(write, id);
  const { row } = product.stored;
  const [variants, former] = await Promise.all([variantSheetOf({ write }, product), otherSlugs(write, row)]);
  return {
    ...variants,
    record: product.record,
    status: statusOf(row),
    hsn: hsnOf(product.record),
    formerSlugs: former,
    sold: row.sold,
  };
}

/** A product that got an old address back has it among the former ones, too. */
async function otherSlugs(db: Kysely<Tables>, { id, slug }: { id: number; slug: string }): Promise<string[]> {
  const former = await formerSlugs(db, [id]);
  return (former.get(id) ?? []).filter((one) => one !== slug);
}
