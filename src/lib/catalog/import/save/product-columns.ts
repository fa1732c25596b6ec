import { type CleanProduct, DEFAULT_UNIT_STEP_CM } from '#lib/catalog/import/record/canonical-record.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { RowContext } from '#lib/catalog/import/save/save-context.ts';
import { optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { priceSummary } from '#lib/catalog/products/catalog.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import type { VariantTable } from '#lib/platform/db/query/tables.ts';
import { HTML_RULES_VERSION, NO_HTML } from '#lib/platform/html/safe-html.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { toCm } from '#lib/primitives/metres.ts';

/** Returns the columns of a product that do not depend on its variants. */
export function recordColumns(
  record: CleanProduct,
  old: StoredProduct | undefined,
  { registry, version, now }: RowContext,
) {
  const isCloth = record.sell_unit === 'metre';
  const storedQuantity = (amount: number) => (isCloth ? toCm(amount) : amount);
  const today = now - (now % DAY_MS);
  return {
    slug: record.slug,
    name: record.name,
    brand_id: registry.idOf('brand', record.brand),
    ...registry.attributeIds(record),
    categories_json: JSON.stringify(record.categories),
    collections_json: JSON.stringify(record.collections ?? []),
    content: record.content ?? '',
    long_content: record.long_content ?? NO_HTML,
    html_rules: HTML_RULES_VERSION,
    details_json: JSON.stringify(record.details ?? []),
    size_fit_json: JSON.stringify(record.size_fit ?? []),
    color_notes_json: JSON.stringify(record.color_notes ?? []),
    care_json: JSON.stringify(record.care ?? []),
    tags_json: JSON.stringify(record.tags ?? []),
    fibre: record.fibre ?? null,
    origin: record.origin ?? null,
    maker: record.maker ?? null,
    sell_unit: record.sell_unit,
    unit_step_cm: record.unit_step === undefined ? DEFAULT_UNIT_STEP_CM : toCm(record.unit_step),
    min_quantity: storedQuantity(record.min_quantity ?? 1),
    featured: record.featured ? 1 : 0,
    sold: record.sold === undefined ? (old?.row.sold ?? 0) : storedQuantity(record.sold),
    status: record.status ?? ('active' as const),
    options_json: JSON.stringify(record.options ?? []),
    seo_title: record.seo_title ?? null,
    seo_description: record.seo_description ?? null,
    created_at: record.created_at === undefined ? (old?.row.created_at ?? today) : Date.parse(record.created_at),
    updated_at: now,
    version,
  };
}

/** Returns the columns of a product that are computed from its variants. */
export function derivedColumns(variants: VariantTable[], record: ProductRecord) {
  const options = record.options ?? [];
  const variantPrices = variants.map((variant) => ({
    pricePaise: variant.price_paise,
    salePricePaise: variant.sale_price_paise ?? undefined,
  }));
  const summary = priceSummary(variantPrices, options.length > 0);
  const colorIndex = options.findIndex((label) => optionFacetOf(label) === 'color');
  const colors =
    colorIndex === -1
      ? []
      : record.variants.map((variant) => optionValue(variant.values, options[colorIndex] ?? '') ?? '');
  return {
    type: summary.type,
    price_paise: summary.pricePaise,
    sale_price_paise: summary.salePricePaise ?? null,
    discount_percentage: summary.discountPercentage,
    min_paise: summary.minPaise,
    max_paise: summary.maxPaise,
    in_stock: variants.some((variant) => variant.quantity > 0) ? 1 : 0,
    pre_order: variants.some((variant) => variant.pre_order_at !== null) ? 1 : 0,
    colors_json: JSON.stringify([...new Set(colors)].filter((color) => color !== '')),
    only_variant_id: variants.length === 1 && options.length === 0 ? (variants[0]?.id ?? null) : null,
  };
}
