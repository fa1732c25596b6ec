import { type CleanProduct, canonicalProduct, dateText, dayOf } from '#lib/catalog/import/record/canonical-record.ts';
import type { ImageRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { byAttribute } from '#lib/catalog/listing-index/facets/facets.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import type { PictureTable, VariantTable } from '#lib/platform/db/query/tables.ts';
import { CM_PER_METRE, toMetres } from '#lib/primitives/metres.ts';

export type SlugOf = (id: number) => string | undefined;

/** Returns the export record of a product. Importing the record changes nothing. */
export function recordOf({ row, variants, bolts, pictures }: StoredProduct, slugOf: SlugOf): CleanProduct {
  const options: string[] = JSON.parse(row.options_json);
  const slugAt = (id: number | null) => (id === null ? undefined : slugOf(id));
  const divisor = row.sell_unit === 'metre' ? CM_PER_METRE : 1;
  return canonicalProduct({
    type: 'product',
    slug: row.slug,
    name: row.name,
    brand: slugAt(row.brand_id),
    categories: JSON.parse(row.categories_json),
    collections: JSON.parse(row.collections_json),
    ...byAttribute((name) => slugAt(row[`${name}_id`])),
    content: row.content,
    long_content: row.long_content,
    details: JSON.parse(row.details_json),
    size_fit: JSON.parse(row.size_fit_json),
    color_notes: JSON.parse(row.color_notes_json),
    care: JSON.parse(row.care_json),
    tags: JSON.parse(row.tags_json),
    fibre: row.fibre ?? undefined,
    origin: row.origin ?? undefined,
    maker: row.maker ?? undefined,
    sell_unit: row.sell_unit,
    unit_step: toMetres(row.unit_step_cm),
    min_quantity: row.min_quantity / divisor,
    featured: row.featured === 1,
    sold: row.sold / divisor,
    created_at: dateText(row.created_at),
    status: row.held_back === 1 ? 'active' : row.status,
    options,
    variants: variants.map((variant) => variantRecord(variant, options, bolts.get(variant.id) ?? [], divisor)),
    images: pictures.map(imageRecord),
    seo_title: row.seo_title ?? undefined,
    seo_description: row.seo_description ?? undefined,
  });
}

function variantRecord(variant: VariantTable, options: string[], boltsCm: number[], divisor: number): VariantRecord {
  const values: string[] = JSON.parse(variant.values_json);
  return {
    sku: variant.sku ?? undefined,
    values: Object.fromEntries(options.map((label, index) => [label, values[index] ?? ''])),
    price: variant.price_paise / 100,
    sale_price: variant.sale_price_paise === null ? undefined : variant.sale_price_paise / 100,
    quantity: variant.quantity / divisor,
    bolts: boltsCm.map(toMetres),
    pre_order: variant.pre_order_at === null ? undefined : dayOf(variant.pre_order_at),
    hsn: variant.hsn ?? undefined,
    barcode: variant.barcode ?? undefined,
    weight_g: variant.weight_g ?? undefined,
  };
}

function imageRecord(picture: PictureTable): ImageRecord {
  return { src: picture.src, alt: picture.alt, color: picture.color ?? undefined };
}
