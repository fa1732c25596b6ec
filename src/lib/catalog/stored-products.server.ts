import type { Kysely } from 'kysely';
import { type CleanProduct, canonicalProduct, dateText, dayOf } from '#lib/catalog/canonical-record.ts';
import type { ImageRecord, VariantRecord } from '#lib/catalog/catalog-record.ts';
import { chunks } from '#lib/db/chunks.ts';
import type { PictureTable, ProductTable, Tables, VariantTable } from '#lib/db/tables.ts';
import { storedHtml } from '#lib/html/owners-html.server.ts';

/** A product with its parts, as the tables hold them. */
export interface StoredProduct {
  row: ProductTable;
  variants: VariantTable[];
  /** Lengths in centimetres, by variant. */
  bolts: Map<number, number[]>;
  pictures: PictureTable[];
}

/** Loads whole products, in the order of their ids. */
export async function loadProducts(
  db: Kysely<Tables>,
  by: { slugs: string[] } | { ids: number[] },
): Promise<StoredProduct[]> {
  const rows: ProductTable[] = [];
  const query = db.selectFrom('product').selectAll();
  if ('slugs' in by)
    for (const slugs of chunks(by.slugs)) rows.push(...(await query.where('slug', 'in', slugs).execute()));
  else for (const ids of chunks(by.ids)) rows.push(...(await query.where('id', 'in', ids).execute()));
  const products: StoredProduct[] = [];
  for (const part of chunks(rows.sort((a, b) => a.id - b.id))) products.push(...(await withParts(db, part)));
  return products;
}

async function withParts(db: Kysely<Tables>, rows: ProductTable[]): Promise<StoredProduct[]> {
  const ids = rows.map((row) => row.id);
  const variants = await db
    .selectFrom('variant')
    .selectAll()
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('position')
    .execute();
  const pictures = await db
    .selectFrom('picture')
    .selectAll()
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('position')
    .execute();
  const clothIds = rows.filter((row) => row.sell_unit === 'metre').map((row) => row.id);
  const bolts = clothIds.length === 0 ? [] : await loadBolts(db, clothIds);
  const variantsOf = Map.groupBy(variants, (variant) => variant.product_id);
  const picturesOf = Map.groupBy(pictures, (picture) => picture.product_id);
  const boltsOf = Map.groupBy(bolts, (bolt) => bolt.variant_id);
  return rows.map((row) => {
    const own = variantsOf.get(row.id) ?? [];
    const lengths = own.map(({ id }) => [id, (boltsOf.get(id) ?? []).map((bolt) => bolt.length_cm)] as const);
    return { row, variants: own, bolts: new Map(lengths), pictures: picturesOf.get(row.id) ?? [] };
  });
}

function loadBolts(db: Kysely<Tables>, productIds: number[]): Promise<Tables['bolt'][]> {
  return db
    .selectFrom('bolt')
    .innerJoin('variant', 'variant.id', 'bolt.variant_id')
    .select(['bolt.variant_id', 'bolt.position', 'bolt.length_cm'])
    .where('variant.product_id', 'in', productIds)
    .orderBy('bolt.variant_id')
    .orderBy('bolt.position')
    .execute();
}

/** Slugs of brands and materials, by id. */
export type SlugOf = (id: number) => string | undefined;

/** What an export says of a product: the very record that would bring it. */
export function recordOf({ row, variants, bolts, pictures }: StoredProduct, slugOf: SlugOf): CleanProduct {
  const options: string[] = JSON.parse(row.options_json);
  const divisor = row.sell_unit === 'metre' ? 100 : 1;
  return canonicalProduct({
    type: 'product',
    slug: row.slug,
    name: row.name,
    brand: row.brand_id === null ? undefined : slugOf(row.brand_id),
    categories: JSON.parse(row.categories_json),
    collections: JSON.parse(row.collections_json),
    material: row.material_id === null ? undefined : slugOf(row.material_id),
    content: row.content,
    long_content: storedHtml(row),
    details: JSON.parse(row.details_json),
    size_fit: JSON.parse(row.size_fit_json),
    color_notes: JSON.parse(row.color_notes_json),
    care: JSON.parse(row.care_json),
    fibre: row.fibre ?? undefined,
    origin: row.origin ?? undefined,
    maker: row.maker ?? undefined,
    sell_unit: row.sell_unit,
    unit_step: row.unit_step_cm / 100,
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
    bolts: boltsCm.map((cm) => cm / 100),
    pre_order: variant.pre_order_at === null ? undefined : dayOf(variant.pre_order_at),
    hsn: variant.hsn ?? undefined,
    barcode: variant.barcode ?? undefined,
    weight_g: variant.weight_g ?? undefined,
  };
}

function imageRecord(picture: PictureTable): ImageRecord {
  return { src: picture.src, alt: picture.alt, color: picture.color ?? undefined };
}
