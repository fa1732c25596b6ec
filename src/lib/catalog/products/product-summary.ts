import type { PictureTable, ProductSummaryTable, ProductTable, VariantTable } from '#lib/platform/db/query/tables.ts';

/** Returns the row with which the admin's list of products is searched, filtered and sorted. */
export function summaryOf(
  row: Pick<ProductTable, 'id' | 'slug' | 'name' | 'status' | 'held_back' | 'created_at' | 'min_paise'>,
  variants: readonly Pick<VariantTable, 'tax_hsn' | 'quantity'>[],
  pictures: readonly Pick<PictureTable, 'hash'>[],
): ProductSummaryTable {
  return {
    id: row.id,
    name_key: nameKey(row.name),
    slug: row.slug,
    status: statusOf(row),
    created_at: row.created_at,
    min_paise: row.min_paise,
    stock: variants.reduce((sum, { quantity }) => sum + quantity, 0),
    has_picture: pictures.some(({ hash }) => hash !== null) ? 1 : 0,
    has_hsn: variants.every(({ tax_hsn }) => tax_hsn !== null) ? 1 : 0,
  };
}

/** Returns the status that the owner sees. A held-back product is active, but not for sale until its tax is known. */
export function statusOf(row: Pick<ProductTable, 'status' | 'held_back'>): ProductSummaryTable['status'] {
  return row.held_back === 1 ? 'held_back' : row.status;
}

/** Returns the name with the letters A to Z in lower case and other letters unchanged, as in migration 0061. */
export function nameKey(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
