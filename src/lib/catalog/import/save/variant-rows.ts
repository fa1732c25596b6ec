import { toPaise } from '#lib/catalog/import/record/canonical-record.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { RowContext } from '#lib/catalog/import/save/save-context.ts';
import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { taxHsn } from '#lib/catalog/products/goods-hsn.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';
import { colorFamily } from '#lib/catalog/products/swatches.ts';
import type { VariantTable } from '#lib/platform/db/query/tables.ts';
import { toCm } from '#lib/primitives/metres.ts';

/** Returns the rows of a product’s variants. Variants without a kept id get new ids. */
export function variantRows(
  record: ProductRecord,
  productId: number,
  keptIds: readonly (number | undefined)[],
  context: RowContext,
): VariantTable[] {
  const options = record.options ?? [];
  const categorySlugs = context.registry.withParents(record.categories).map(({ slug }) => slug);
  return record.variants.map((variant, position) => {
    const values = options.map((label) => optionValue(variant.values, label) ?? '');
    return {
      id: keptIds[position] ?? context.nextVariantId(),
      product_id: productId,
      position,
      sku: variant.sku ?? null,
      name: values.join('/'),
      values_json: JSON.stringify(values),
      price_paise: toPaise(variant.price),
      sale_price_paise: variant.sale_price === undefined ? null : toPaise(variant.sale_price),
      quantity: record.sell_unit === 'metre' ? toCm(variant.quantity) : variant.quantity,
      pre_order_at: variant.pre_order === undefined ? null : Date.parse(variant.pre_order),
      hsn: variant.hsn ?? null,
      tax_hsn: taxHsn(variant.hsn, record.categories, context.registry),
      barcode: variant.barcode ?? null,
      weight_g: variant.weight_g ?? null,
      ...context.registry.optionIds((facet) => {
        const value = values[options.findIndex((label) => optionFacetOf(label) === facet)];
        // Filters use the family of a colour instead of the colour.
        return facet === 'color' ? value && colorFamily(context.palettes, value, categorySlugs) : value;
      }),
    };
  });
}
