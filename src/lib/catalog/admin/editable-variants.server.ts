import { countManualChanges } from '#lib/catalog/admin/manual-changes.server.ts';
import type { ProductToEdit } from '#lib/catalog/admin/read-product.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** A stock value that can be counted: the pieces of a variant, or the length of one bolt. */
export interface StockField {
  /** The position of the bolt, counted from 0, or undefined if the value is a number of pieces. */
  bolt: number | undefined;
  /** The number of pieces, or the length of the bolt in cm. */
  amount: number;
}

export type EditableVariants = Awaited<ReturnType<typeof editableVariantsOf>>;
export type EditableVariant = EditableVariants['variants'][number];

/** Returns the values that the forms for the prices and stock of a product show. */
export async function editableVariantsOf(
  { write }: Pick<ShopDatabase, 'write'>,
  { stored: { row, variants }, sale, version }: ProductToEdit,
) {
  const ids = variants.map((variant) => variant.id);
  const manualChangeCounts = await countManualChanges(write, ids);
  const isCloth = row.sell_unit === 'metre';
  const query = write.selectFrom('bolt').selectAll().where('variant_id', 'in', ids).where('length_cm', '>', 0);
  const bolts = isCloth ? await query.orderBy('position').execute() : [];
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    sellUnit: row.sell_unit,
    version,
    /** The sale that is planned or has begun, if there is one. */
    sale,
    variants: variants.map((variant) => ({
      id: variant.id,
      /** The variant's values, such as "Rust / M", or an empty string if the product has no options. */
      name: (JSON.parse(variant.values_json) as string[]).join(' / '),
      ...{ sku: variant.sku ?? '', barcode: variant.barcode ?? '', shelf: variant.shelf ?? '' },
      pricePaise: variant.price_paise,
      salePricePaise: variant.sale_price_paise ?? undefined,
      stock: isCloth
        ? bolts
            .filter(({ variant_id }) => variant_id === variant.id)
            .map(({ position, length_cm }): StockField => ({ bolt: position, amount: length_cm }))
        : [{ bolt: undefined, amount: variant.quantity }],
      /** The number of times that people have set or corrected the stock. */
      manualChanges: manualChangeCounts.get(variant.id) ?? 0,
    })),
  };
}
