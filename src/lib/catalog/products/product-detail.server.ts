import { ATTRIBUTES, byAttribute, optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';
import { compareAges, compareSizes } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import { type OptionValues, type ProductDetail, priceSummary, type Variant } from '#lib/catalog/products/catalog.ts';
import { cardOf, picturesWithFile } from '#lib/catalog/products/product-cards.server.ts';
import { introOf } from '#lib/catalog/products/product-intro.server.ts';
import { type SaleSchedule, saleEndOf, withDueSale } from '#lib/catalog/products/sale-schedule.ts';
import { saleSchedules } from '#lib/catalog/products/sale-schedules.server.ts';
import { shopPalettes } from '#lib/catalog/products/shop-palettes.server.ts';
import { loadProducts, type StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import { type Palettes, swatchColor } from '#lib/catalog/products/swatches.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { FacetValueTable, ProductTable, VariantTable } from '#lib/platform/db/query/tables.ts';
import { packingTime } from '#lib/shop/settings/closings.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/**
 * Returns the active product with this slug, with its prices at `at`, for its page, the quick view and GET
 * /public/product/show/{slug}; undefined if there is no such product.
 */
export async function showProduct(db: ShopDatabase, slug: string, at = Date.now()): Promise<ProductDetail | undefined> {
  const [product] = await loadProducts(db.read, { slugs: [slug] });
  if (product?.row.status !== 'active') return undefined;
  return shownDetail(db, product, facetValuesOf(db, [product.row.id]), at);
}

/** Returns a product as its page will show it at `at`, even if it is a draft; undefined if the id is unknown. */
export async function previewProduct(db: ShopDatabase, id: number, at: number): Promise<ProductDetail | undefined> {
  const [product] = Number.isSafeInteger(id) ? await loadProducts(db.write, { ids: [id] }) : [];
  return product && shownDetail(db, product, facetValuesOfDraft(db, product), at);
}

async function shownDetail(
  db: ShopDatabase,
  product: StoredProduct,
  facetValues: Promise<FacetValueTable[]>,
  at: number,
): Promise<ProductDetail> {
  const { id } = product.row;
  const [values, sales] = await Promise.all([facetValues, saleSchedules(db.read, [id])]);
  const detail = detailOf(product, values, sales.get(id), at);
  const palettes = shopPalettes(db);
  const { closings } = shopSettings(db);
  const variants = detail.variants.map(({ preOrderAt, ...variant }) => ({
    ...variant,
    preOrderAt: preOrderAt && packingTime(preOrderAt, closings),
  }));
  return { ...detail, variants, options: detail.options.map((option) => withDots(option, palettes)) };
}

/** Returns the facet values of a draft, from its columns, because a draft has no rows in `product_facet`. */
async function facetValuesOfDraft({ write }: ShopDatabase, { row }: StoredProduct): Promise<FacetValueTable[]> {
  const slugs = JSON.parse(row.categories_json) as string[];
  const ids = [row.brand_id, ...ATTRIBUTES.map((name) => row[`${name}_id`])].filter((id) => id !== null);
  const query = write.selectFrom('facet_value').selectAll();
  const draftValues = await query
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
        ...(slugs.length > 0 ? [eb.and([eb('kind', '=', 'category'), eb('slug', 'in', slugs)])] : []),
      ]),
    )
    .execute();
  const parentIds = draftValues.flatMap(({ parent_id }) => parent_id ?? []);
  if (parentIds.length === 0) return draftValues;
  return [...draftValues, ...(await query.where('id', 'in', parentIds).execute())];
}

function withDots(option: OptionValues, palettes: Palettes): OptionValues {
  if (optionFacetOf(option.label) !== 'color') return option;
  return { ...option, dots: option.values.map((value) => swatchColor(palettes, value)) };
}

/**
 * Returns the active products, in the order of `ids`, with their prices at `at`, even if a sale has just begun or ended
 * (docs/decisions/0084-scheduled-sales.md).
 */
export async function productsByIds(
  db: Pick<ShopDatabase, 'read'>,
  ids: number[],
  at = Date.now(),
): Promise<ProductDetail[]> {
  const [products, facetValues, sales] = await Promise.all([
    loadProducts(db.read, { ids }),
    facetValuesOf(db, ids),
    saleSchedules(db.read, ids),
  ]);
  const valuesByProductId = Map.groupBy(facetValues, (value) => value.productId);
  const productById = new Map(products.map((product) => [product.row.id, product]));
  return ids.flatMap((id) => {
    const product = productById.get(id);
    return product?.row.status === 'active'
      ? [detailOf(product, valuesByProductId.get(id) ?? [], sales.get(id), at)]
      : [];
  });
}

async function facetValuesOf(db: Pick<ShopDatabase, 'read'>, productIds: number[]) {
  if (productIds.length === 0) return [];
  return db.read
    .selectFrom('facet_value')
    .innerJoin('product_facet', 'product_facet.value_id', 'facet_value.id')
    .selectAll('facet_value')
    .select('product_facet.product_id as productId')
    .where('product_facet.product_id', 'in', productIds)
    .execute();
}

function detailOf(
  { row, variants, bolts, pictures }: StoredProduct,
  values: FacetValueTable[],
  sale: SaleSchedule | undefined,
  at: number,
): ProductDetail {
  const valueById = new Map(values.map((value) => [value.id, value]));
  const brand = row.brand_id === null ? undefined : valueById.get(row.brand_id);
  const namedValue = (id: number | null) => {
    const value = id === null ? undefined : valueById.get(id);
    return value && { slug: value.slug, name: value.name };
  };
  const categories = categoriesOf(row, values);
  const labels: string[] = JSON.parse(row.options_json);
  const pricedVariants = withDueSale(sale, variants, at);
  const detailedVariants = pricedVariants.map((variant) => ({
    ...variantOf(variant, bolts.get(variant.id) ?? []),
    saleEndsAt: saleEndOf(sale, variant.id, at),
  }));
  const gallery = pictures.flatMap(picturesWithFile);
  return {
    ...cardOf(row, brand?.name ?? null, gallery),
    ...(pricedVariants !== variants && priceSummary(detailedVariants, labels.length > 0)),
    ...textsOf(row),
    unitStepCm: row.unit_step_cm,
    minQuantity: row.min_quantity,
    featured: row.featured === 1,
    sold: row.sold,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    brandSlug: brand?.slug,
    ...byAttribute((name) => namedValue(row[`${name}_id`])),
    categories: categories.map(({ slug, name }) => ({ slug, name })),
    breadcrumb: breadcrumbOf(categories[0], valueById),
    options: labels.map((label, index) => optionOf(label, index, detailedVariants)),
    variants: detailedVariants,
    pictures: gallery,
  };
}

function categoriesOf({ categories_json }: ProductTable, values: FacetValueTable[]): FacetValueTable[] {
  const slugs: string[] = JSON.parse(categories_json);
  return slugs.flatMap((slug) => values.find((value) => value.kind === 'category' && value.slug === slug) ?? []);
}

function textsOf(row: StoredProduct['row']) {
  return {
    content: introOf(row),
    longContent: row.long_content,
    details: JSON.parse(row.details_json) as string[],
    sizeFit: JSON.parse(row.size_fit_json) as string[],
    colorNotes: JSON.parse(row.color_notes_json) as string[],
    care: JSON.parse(row.care_json) as string[],
    fibre: row.fibre ?? undefined,
    origin: row.origin ?? undefined,
    maker: row.maker ?? undefined,
    seoTitle: row.seo_title ?? undefined,
    seoDescription: row.seo_description ?? undefined,
  };
}

function breadcrumbOf(category: FacetValueTable | undefined, valueById: ReadonlyMap<number, FacetValueTable>) {
  if (!category) return [];
  const parent = category.parent_id === null ? undefined : valueById.get(category.parent_id);
  return [parent, category].flatMap((step) => (step ? [{ slug: step.slug, name: step.name }] : []));
}

function variantOf(row: VariantTable, boltsCm: number[]): Variant {
  return {
    _id: row.id,
    sku: row.sku ?? undefined,
    name: row.name,
    values: JSON.parse(row.values_json),
    pricePaise: row.price_paise,
    salePricePaise: row.sale_price_paise ?? undefined,
    quantity: row.quantity,
    preOrderAt: row.pre_order_at ?? undefined,
    longestCutCm: boltsCm.length === 0 ? undefined : Math.max(...boltsCm),
    hsn: row.tax_hsn ?? undefined,
    weightG: row.weight_g || undefined,
  };
}

/**
 * Returns an option. Sizes and ages are in the order that product.md, "Catalogue", defines; other values are in the
 * owner's order.
 */
function optionOf(label: string, index: number, variants: Variant[]): OptionValues {
  const values = [...new Set(variants.map((variant) => variant.values[index] ?? ''))].filter((value) => value !== '');
  const kind = optionFacetOf(label);
  if (kind === 'size') values.sort(compareSizes);
  if (kind === 'age') values.sort(compareAges);
  return { label, values };
}
