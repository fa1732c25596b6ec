import { byAttribute, type FacetValue } from '#lib/catalog/listing-index/facets/facets.ts';
import {
  effectivePaise,
  isOutOfStock,
  type ProductCard,
  type ProductDetail,
  type Variant,
} from '#lib/catalog/products/catalog.ts';
import { PICTURE_WIDTHS, type Picture, pictureUrl } from '#lib/platform/files/pictures/pictures.ts';
import { CM_PER_METRE, toMetres } from '#lib/primitives/metres.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

const MAX_PICTURE_WIDTH = 800;

/** A product in API responses (product.md, "API"): money in rupees, lengths in metres. */
export type ProductSummaryJson = ReturnType<typeof productSummaryJson>;

export type ProductJson = ReturnType<typeof productJson>;

export type ImageJson = ReturnType<typeof imageJson>;

export function productSummaryJson(card: ProductCard) {
  return {
    _id: String(card._id),
    name: card.name,
    slug: card.slug,
    featured_image: card.picture ? picturePath(card.picture) : null,
    price: paiseToRupees(card.pricePaise),
    sale_price: salePriceInRupees(card),
    discount_percentage: card.discountPercentage,
    average_rating: card.averageRating,
    rating_count: card.ratingCount,
    brand: card.brand ?? null,
    stock_status: card.inStock ? 'in_stock' : card.isPreOrder ? 'pre_order' : 'out_of_stock',
    sell_unit: card.sellUnit,
  };
}

export function productJson(product: ProductDetail) {
  const quantityDivisor = product.sellUnit === 'metre' ? CM_PER_METRE : 1;
  const totalQuantity = product.variants.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    ...productSummaryJson(product),
    type: product.type,
    min_max: { min: paiseToRupees(product.minPaise), max: paiseToRupees(product.maxPaise) },
    gallery: product.pictures.map(picturePath),
    long_content: product.longContent,
    content: product.content,
    categories: product.categories.map(({ name, slug }) => ({ name, slug })),
    variant_ids: product.variants.map((variant) => variantJson(variant, product, quantityDivisor)),
    variant_options: product.options.map(({ label, values, dots }) => ({ label, variants: values, dots })),
    quantity: totalQuantity / quantityDivisor,
    variantDetails: product.options.flatMap(({ label, values }) => values.map((variant) => ({ label, variant }))),
    unit_step: product.sellUnit === 'metre' ? toMetres(product.unitStepCm) : 1,
    min_quantity: product.minQuantity / quantityDivisor,
    ...byAttribute((name) => product[name] ?? null),
    images: product.pictures.map(imageJson),
  };
}

function variantJson(variant: Variant, product: ProductDetail, quantityDivisor: number) {
  return {
    _id: String(variant._id),
    name: variant.name || product.name,
    price: paiseToRupees(variant.pricePaise),
    sale_price: salePriceInRupees(variant),
    quantity: variant.quantity / quantityDivisor,
    variant: variant.name,
    values: variant.values,
    stock_status: variant.quantity > 0 ? 'in_stock' : isOutOfStock(variant) ? 'out_of_stock' : 'pre_order',
    /** The day from which pre-orders ship, as `YYYY-MM-DD`; null if the variant can't be pre-ordered. */
    pre_order: variant.preOrderAt === undefined ? null : new Date(variant.preOrderAt).toISOString().slice(0, 10),
    longest_cut: variant.longestCutCm === undefined ? null : toMetres(variant.longestCutCm),
    sku: variant.sku ?? null,
  };
}

export function imageJson(picture: Picture) {
  const { hash, alt, color = null, width, height, dominant } = picture;
  const widths = PICTURE_WIDTHS.filter((pictureWidth) => pictureWidth <= width);
  return { hash, alt, color, width, height, dominant, widths };
}

function salePriceInRupees(price: { pricePaise: number; salePricePaise?: number | undefined }): number | null {
  const paise = effectivePaise(price);
  return paise < price.pricePaise ? paiseToRupees(paise) : null;
}

function picturePath(picture: Picture): string {
  const maxWidth = Math.min(MAX_PICTURE_WIDTH, picture.width);
  return pictureUrl(picture.hash, PICTURE_WIDTHS.findLast((width) => width <= maxWidth) ?? PICTURE_WIDTHS[0], 'webp');
}

export function facetCountsJson(values: FacetValue[]): { name: string; slug: string; productCount: number }[] {
  return values.map(({ name, slug, count }) => ({ name, slug, productCount: count }));
}
