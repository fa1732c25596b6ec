import type { ImageRecord, ProductRecord, VariantRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { byAttribute } from '#lib/catalog/listing-index/facets/facets.ts';
import { optionValue } from '#lib/catalog/products/option-values.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';
import { toCm, toMetres } from '#lib/primitives/metres.ts';

export const DEFAULT_UNIT_STEP_CM = 25;

/** Converts rupees to paise, rounded to a whole number. */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}

/** Returns the day of a time in UTC, such as "2026-01-31". */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/**
 * Returns the day of a time that is midnight in UTC, and the exact time of any other time. This way, an import of an
 * export does not change dates.
 */
export function dateText(at: number): string {
  const iso = new Date(at).toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}

/** A product record with sanitised HTML. Only such product records are stored. */
export interface CleanProduct extends ProductRecord {
  long_content?: SafeHtml;
}

/**
 * Returns the record without default values, with rounded amounts, and with its keys in a fixed order, so that stored
 * and imported records can be compared as text.
 */
export function canonicalProduct(record: CleanProduct): CleanProduct {
  const isCloth = record.sell_unit === 'metre';
  const options = record.options ?? [];
  const stepCm = toCm(record.unit_step ?? toMetres(DEFAULT_UNIT_STEP_CM));
  const minQuantity = record.min_quantity ?? 1;
  return {
    type: 'product',
    slug: record.slug,
    name: record.name,
    brand: record.brand || undefined,
    categories: [...new Set(record.categories)],
    collections: nonEmpty([...new Set(record.collections ?? [])]),
    ...byAttribute((name) => record[name] || undefined),
    content: record.content || undefined,
    long_content: record.long_content || undefined,
    details: nonEmpty(record.details),
    size_fit: nonEmpty(record.size_fit),
    color_notes: nonEmpty(record.color_notes),
    care: nonEmpty(record.care),
    tags: nonEmpty(record.tags),
    fibre: record.fibre || undefined,
    origin: record.origin || undefined,
    maker: record.maker || undefined,
    sell_unit: record.sell_unit,
    unit_step: isCloth && stepCm !== DEFAULT_UNIT_STEP_CM ? toMetres(stepCm) : undefined,
    min_quantity: minQuantity === 1 ? undefined : isCloth ? toMetres(toCm(minQuantity)) : Math.round(minQuantity),
    featured: record.featured || undefined,
    sold: record.sold === undefined ? undefined : isCloth ? toMetres(toCm(record.sold)) : Math.round(record.sold),
    created_at: record.created_at,
    status: record.status === 'draft' ? 'draft' : undefined,
    options: nonEmpty(options),
    variants: record.variants.map((variant) => canonicalVariant(variant, options, isCloth)),
    images: nonEmpty(record.images?.map(canonicalImage)),
    seo_title: record.seo_title || undefined,
    seo_description: record.seo_description || undefined,
  };
}

function canonicalVariant(variant: VariantRecord, options: string[], isCloth: boolean): VariantRecord {
  const price = toPaise(variant.price) / 100;
  const boltsCm = isCloth ? (variant.bolts ?? [variant.quantity]).map(toCm).filter((cm) => cm > 0) : [];
  const hasSale = variant.sale_price !== undefined && toPaise(variant.sale_price) < toPaise(price);
  return {
    sku: variant.sku || undefined,
    values:
      options.length > 0
        ? Object.fromEntries(options.map((label) => [label, optionValue(variant.values, label) ?? '']))
        : undefined,
    price,
    sale_price: hasSale ? toPaise(variant.sale_price ?? 0) / 100 : undefined,
    quantity: isCloth ? toMetres(boltsCm.reduce((sum, cm) => sum + cm, 0)) : Math.max(0, Math.floor(variant.quantity)),
    bolts: isCloth ? boltsCm.map(toMetres) : undefined,
    pre_order: variant.pre_order || undefined,
    hsn: variant.hsn || undefined,
    barcode: variant.barcode || undefined,
    weight_g: Math.round(variant.weight_g ?? 0) || undefined,
  };
}

export function canonicalImage(image: ImageRecord): ImageRecord {
  return { src: image.src, alt: image.alt, color: image.color || undefined };
}

function nonEmpty<T>(list: T[] | undefined): T[] | undefined {
  return list && list.length > 0 ? list : undefined;
}
