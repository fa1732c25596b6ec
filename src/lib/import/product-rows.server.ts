import { priceInfo } from '#lib/catalog/catalog.ts';
import { isTaxKnown, taxHsn } from '#lib/catalog/goods-hsn.ts';
import { optionValue } from '#lib/catalog/option-values.ts';
import type { StoredProduct } from '#lib/catalog/stored-products.server.ts';
import { colorFamily } from '#lib/catalog/swatches.ts';
import type { FacetRegistry } from '#lib/facets/facet-registry.server.ts';
import { type OptionFacet, optionKind } from '#lib/facets/facets.ts';
import { comboOf, comboValues, listingTokens } from '#lib/facets/listing-tokens.ts';
import { DAY_MS } from '#lib/fields/durations.ts';
import { toCm } from '#lib/fields/metres.ts';
import { type CleanProduct, DEFAULT_UNIT_STEP_CM, toPaise } from '#lib/import/canonical-record.ts';
import type { ProductRecord } from '#lib/import/catalog-record.ts';
import type { StoredPicture } from '#lib/import/save-catalogue.server.ts';
import type { SearchDocument } from '#lib/platform/db/search-table.server.ts';
import type { PictureTable, ProductListingTable, ProductTable, VariantTable } from '#lib/platform/db/tables.ts';
import { HTML_RULES } from '#lib/platform/html/owners-html.server.ts';
import { NO_HTML } from '#lib/platform/html/safe-html.ts';
import { searchWords } from '#lib/search/search-words.ts';

export interface ProductRows extends StoredProduct {
  facetIds: Set<number>;
  listing: ProductListingTable | undefined;
  search: SearchDocument;
}

interface Context {
  book: FacetRegistry;
  pictures: ReadonlyMap<string, StoredPicture>;
  version: number;
  now: number;
  requiresHsn: boolean;
  nextProductId(): number;
  nextVariantId(): number;
}

/** Turns a canonical record into rows; `keptIds` are those of its variants that stay. Reviews, and what the shop counts itself are taken over from `old`. */
export function rowsOf(
  record: CleanProduct,
  old: StoredProduct | undefined,
  keptIds: readonly (number | undefined)[],
  context: Context,
): ProductRows {
  const { book } = context;
  const id = old?.row.id ?? context.nextProductId();
  const variants = variantRows(record, id, keptIds, context);
  const bolts = new Map(
    variants.map(({ id: variantId }, index) => [variantId, (record.variants[index]?.bolts ?? []).map(toCm)]),
  );
  const isKnown = variants.every(({ tax_hsn }) => isTaxKnown(tax_hsn, context.now));
  const isHeldBack = context.requiresHsn && !isKnown && record.status !== 'draft';
  const row: ProductTable = {
    ...ownColumns(record, old, context),
    id,
    ...(isHeldBack ? { status: 'draft', held_back: 1 } : { held_back: 0 }),
    ...derivedColumns(variants, record),
    rating_sum: old?.row.rating_sum ?? 0,
    rating_count: old?.row.rating_count ?? 0,
  };
  const categoryIds = withParents(record.categories, book);
  const collectionIds = (record.collections ?? []).flatMap((slug) => book.find('collection', slug)?.id ?? []);
  const ownIds = [...categoryIds, ...collectionIds, row.brand_id, row.material_id].filter((value) => value !== null);
  const isActive = row.status === 'active';
  return {
    row,
    variants,
    bolts,
    pictures: pictureRows(record, id, old, context.pictures),
    facetIds: new Set(isActive ? [...ownIds, ...variantFacetIds(variants)] : []),
    listing: isActive ? listingRow(row, ownIds, variants) : undefined,
    search: searchDocument(row, record, ownIds, book),
  };
}

function ownColumns(record: CleanProduct, old: StoredProduct | undefined, { book, version, now }: Context) {
  const isCloth = record.sell_unit === 'metre';
  const amount = (value: number) => (isCloth ? toCm(value) : value);
  const today = now - (now % DAY_MS);
  return {
    slug: record.slug,
    name: record.name,
    brand_id: record.brand ? (book.find('brand', record.brand)?.id ?? null) : null,
    material_id: record.material ? (book.find('material', record.material)?.id ?? null) : null,
    categories_json: JSON.stringify(record.categories),
    collections_json: JSON.stringify(record.collections ?? []),
    content: record.content ?? '',
    long_content: record.long_content ?? NO_HTML,
    html_rules: HTML_RULES,
    details_json: JSON.stringify(record.details ?? []),
    size_fit_json: JSON.stringify(record.size_fit ?? []),
    color_notes_json: JSON.stringify(record.color_notes ?? []),
    care_json: JSON.stringify(record.care ?? []),
    fibre: record.fibre ?? null,
    origin: record.origin ?? null,
    maker: record.maker ?? null,
    sell_unit: record.sell_unit,
    unit_step_cm: record.unit_step === undefined ? DEFAULT_UNIT_STEP_CM : toCm(record.unit_step),
    min_quantity: amount(record.min_quantity ?? 1),
    featured: record.featured ? 1 : 0,
    sold: record.sold === undefined ? (old?.row.sold ?? 0) : amount(record.sold),
    status: record.status ?? ('active' as const),
    options_json: JSON.stringify(record.options ?? []),
    seo_title: record.seo_title ?? null,
    seo_description: record.seo_description ?? null,
    created_at: record.created_at === undefined ? (old?.row.created_at ?? today) : Date.parse(record.created_at),
    updated_at: now,
    version,
  };
}

function variantRows(
  record: ProductRecord,
  productId: number,
  keptIds: readonly (number | undefined)[],
  context: Context,
): VariantTable[] {
  const options = record.options ?? [];
  return record.variants.map((variant, position) => {
    const values = options.map((label) => optionValue(variant.values, label) ?? '');
    const optionNamed = (facet: OptionFacet) => {
      const value = values[options.findIndex((label) => optionKind(label) === facet)];
      return facet === 'color' ? value && colorFamily(value) : value;
    };
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
      tax_hsn: taxHsn(variant.hsn, record.categories, context.book),
      barcode: variant.barcode ?? null,
      weight_g: variant.weight_g ?? null,
      ...context.book.optionIds(optionNamed),
    };
  });
}

function derivedColumns(variants: VariantTable[], record: ProductRecord) {
  const options = record.options ?? [];
  const prices = variants.map((variant) => ({
    pricePaise: variant.price_paise,
    salePricePaise: variant.sale_price_paise ?? undefined,
  }));
  const info = priceInfo(prices, options.length > 0);
  const colorAt = options.findIndex((label) => optionKind(label) === 'color');
  const colors =
    colorAt === -1 ? [] : record.variants.map((variant) => optionValue(variant.values, options[colorAt] ?? '') ?? '');
  return {
    type: info.type,
    price_paise: info.pricePaise,
    sale_price_paise: info.salePricePaise ?? null,
    discount_percentage: info.discountPercentage,
    min_paise: info.minPaise,
    max_paise: info.maxPaise,
    in_stock: variants.some((variant) => variant.quantity > 0) ? 1 : 0,
    pre_order: variants.some((variant) => variant.pre_order_at !== null) ? 1 : 0,
    colors_json: JSON.stringify([...new Set(colors)].filter((color) => color !== '')),
    only_variant_id: variants.length === 1 && options.length === 0 ? (variants[0]?.id ?? null) : null,
  };
}

function withParents(slugs: string[], book: FacetRegistry): number[] {
  const ids = new Set<number>();
  for (const slug of slugs) {
    let category = book.find('category', slug);
    while (category && !ids.has(category.id)) {
      ids.add(category.id);
      category = category.parent_id === null ? undefined : book.get(category.parent_id);
    }
  }
  return [...ids];
}

function variantFacetIds(variants: VariantTable[]): number[] {
  return variants.flatMap((variant) => comboValues(comboOf(variant)));
}

function listingRow(row: ProductTable, ownIds: number[], variants: VariantTable[]): ProductListingTable {
  return {
    product_id: row.id,
    version: row.version,
    min_paise: row.min_paise,
    sold: row.sold,
    created_at: row.created_at,
    featured: row.featured,
    tokens_json: listingTokens(ownIds, variants),
  };
}

function pictureRows(
  record: ProductRecord,
  productId: number,
  old: StoredProduct | undefined,
  stored: ReadonlyMap<string, StoredPicture>,
): PictureTable[] {
  return (record.images ?? []).map((image, position) => {
    const known = stored.get(image.src) ?? old?.pictures.find((picture) => picture.src === image.src);
    return {
      product_id: productId,
      position,
      src: image.src,
      alt: image.alt,
      color: image.color ?? null,
      hash: known?.hash ?? null,
      width: known?.width ?? null,
      height: known?.height ?? null,
      dominant: known?.dominant ?? null,
    };
  });
}

function searchDocument(
  row: ProductTable,
  record: ProductRecord,
  ownIds: number[],
  book: FacetRegistry,
): SearchDocument {
  if (row.status !== 'active') return { id: row.id, nameWords: [], words: [] };
  const values = record.variants.flatMap((variant) => Object.values(variant.values ?? {}));
  const names = ownIds.map((id) => book.get(id)?.name ?? '');
  const skus = record.variants.map((variant) => variant.sku ?? '');
  const text = [row.name, ...names, ...new Set(values), ...skus, row.fibre ?? '', row.content].join(' ');
  return { id: row.id, nameWords: searchWords(row.name), words: searchWords(text) };
}
