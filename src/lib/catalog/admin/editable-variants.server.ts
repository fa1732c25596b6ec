import { countManualChanges } from '#lib/catalog/admin/manual-changes.server.ts';
import type { ProductToEdit } from '#lib/catalog/admin/read-product.server.ts';
import type { SaleSchedule } from '#lib/catalog/products/sale-schedule.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** A stock value that can be counted: the pieces of a variant, or the length of one bolt. */
export interface StockField {
  /** The position of the bolt, counted from 0, or undefined if the value is a number of pieces. */
  bolt: number | undefined;
  /** The number of pieces, or the length of the bolt in cm. */
  amount: number;
}

export interface EditableVariant {
  id: number;
  /** The variant's values, such as "Rust / M", or an empty string if the product has no options. */
  name: string;
  sku: string;
  barcode: string;
  shelf: string;
  pricePaise: number;
  salePricePaise: number | undefined;
  stock: StockField[];
  /** The number of times that people have set or corrected the stock. */
  manualChanges: number;
}

export interface EditableVariants {
  id: number;
  slug: string;
  name: string;
  sellUnit: 'piece' | 'metre';
  version: number;
  /** The sale that is planned or has begun, if there is one. */
  sale: SaleSchedule | undefined;
  variants: EditableVariant[];
}

/** Returns the values that the forms for the prices and stock of a product show. */
export async function editableVariantsOf(
  { write }: Pick<ShopDatabase, 'write'>,
  { stored: { row, variants }, sale, version }: ProductToEdit,
): Promise<EditableVariants> {
  const ids = variants.map((variant) => variant.id);
  const manualChangeCounts = await countManualChanges(write, ids);
  const isCloth = row.sell_unit === 'metre';
  const query = write.selectFrom('bolt').selectAll().where('variant_id', 'in', ids).where('length_cm', '>', 0);
  const bolts = isCloth ? await query.orderBy('position').execute() : [];
  return {
    ...{ id: row.id, slug: row.slug, name: row.name, sellUnit: row.sell_unit, version, sale },
    variants: variants.map((variant) => ({
      id: variant.id,
      name: (JSON.parse(variant.values_json) as string[]).join(' / '),
      ...{ sku: variant.sku ?? '', barcode: variant.barcode ?? '', shelf: variant.shelf ?? '' },
      pricePaise: variant.price_paise,
      salePricePaise: variant.sale_price_paise ?? undefined,
      stock: isCloth
        ? bolts
            .filter(({ variant_id }) => variant_id === variant.id)
            .map(({ position, length_cm }) => ({ bolt: position, amount: length_cm }))
        : [{ bolt: undefined, amount: variant.quantity }],
      manualChanges: manualChangeCounts.get(variant.id) ?? 0,
    })),
  };
}
