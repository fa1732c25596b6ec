import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { derivedColumns, recordColumns } from '#lib/catalog/import/save/product-columns.ts';
import type { RowContext } from '#lib/catalog/import/save/save-context.ts';
import { variantRows } from '#lib/catalog/import/save/variant-rows.ts';
import { ATTRIBUTES } from '#lib/catalog/listing-index/facets/facets.ts';
import { comboOf, comboValues, listingTokens } from '#lib/catalog/listing-index/segment/listing-tokens.ts';
import { isTaxKnown } from '#lib/catalog/products/goods-hsn.ts';
import { summaryOf } from '#lib/catalog/products/product-summary.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import type {
  PictureTable,
  ProductListingTable,
  ProductSummaryTable,
  ProductTable,
  VariantTable,
} from '#lib/platform/db/query/tables.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';
import { toCm } from '#lib/primitives/metres.ts';

export interface ProductRows extends StoredProduct {
  facetIds: Set<number>;
  listing: ProductListingTable | undefined;
  summary: ProductSummaryTable;
}

/**
 * Converts a canonical record to rows. `keptIds` contains the id of each variant, or undefined for a new variant.
 * Ratings are copied from `old`.
 */
export function rowsOf(
  record: CleanProduct,
  old: StoredProduct | undefined,
  keptIds: readonly (number | undefined)[],
  context: RowContext,
): ProductRows {
  const id = old?.row.id ?? context.nextProductId();
  const variants = variantRows(record, id, keptIds, context);
  const hasKnownTax = variants.every(({ tax_hsn }) => isTaxKnown(tax_hsn, context.now, context.rates));
  const isHeldBack = context.requiresHsn && !hasKnownTax && record.status !== 'draft';
  const row: StoredProduct['row'] = {
    ...recordColumns(record, old, context),
    id,
    ...(isHeldBack ? { status: 'draft', held_back: 1 } : { held_back: 0 }),
    ...derivedColumns(variants, record),
    rating_sum: old?.row.rating_sum ?? 0,
    rating_count: old?.row.rating_count ?? 0,
  };
  const sharedFacetIds = productFacetIds(record, row, context.registry);
  const variantFacetIds = variants.flatMap((variant) => comboValues(comboOf(variant)));
  const isActive = row.status === 'active';
  const pictures = pictureRows(record, id, old, context.pictures);
  return {
    row,
    variants,
    bolts: new Map(variants.map(({ id }, index) => [id, (record.variants[index]?.bolts ?? []).map(toCm)])),
    pictures,
    facetIds: new Set(isActive ? [...sharedFacetIds, ...variantFacetIds] : []),
    listing: isActive ? listingRow(row, sharedFacetIds, variants) : undefined,
    summary: summaryOf(row, variants, pictures),
  };
}

function productFacetIds(record: ProductRecord, row: ProductTable, registry: RowContext['registry']): number[] {
  const categoryIds = registry.withParents(record.categories).map((category) => category.id);
  const collectionIds = (record.collections ?? []).flatMap((slug) => registry.find('collection', slug)?.id ?? []);
  const attributeIds = ATTRIBUTES.map((name) => row[`${name}_id`]);
  return [...categoryIds, ...collectionIds, row.brand_id, ...attributeIds].filter((id) => id !== null);
}

function listingRow(row: ProductTable, facetIds: number[], variants: VariantTable[]): ProductListingTable {
  return {
    product_id: row.id,
    version: row.version,
    min_paise: row.min_paise,
    sold: row.sold,
    created_at: row.created_at,
    featured: row.featured,
    tokens_json: listingTokens(facetIds, variants),
  };
}

function pictureRows(
  record: ProductRecord,
  productId: number,
  old: StoredProduct | undefined,
  storedPictures: ReadonlyMap<string, StoredPicture>,
): PictureTable[] {
  return (record.images ?? []).map((image, position) => {
    const picture = storedPictures.get(image.src) ?? old?.pictures.find((picture) => picture.src === image.src);
    return {
      product_id: productId,
      position,
      src: image.src,
      alt: image.alt,
      color: image.color ?? null,
      hash: picture?.hash ?? null,
      width: picture?.width ?? null,
      height: picture?.height ?? null,
      dominant: picture?.dominant ?? null,
    };
  });
}
