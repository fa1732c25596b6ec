import type { Attribute } from '#lib/catalog/listing-index/facets/facets.ts';
import type { Picture } from '#lib/platform/files/pictures/pictures.ts';
import type { SafeHtml } from '#lib/platform/html/safe-html.ts';

export const OUT_OF_STOCK = 'Out of Stock';
export const IN_STOCK = 'In Stock';
export const ADD_TO_CART = 'Add to cart';
export const ADD_TO_WISHLIST = 'Add to wishlist';
export const PRODUCT_NOT_FOUND = 'Product not found';

export interface ProductCard {
  _id: number;
  slug: string;
  name: string;
  brand?: string;
  picture?: Picture;
  backPicture?: Picture;
  type: 'simple' | 'variable';
  pricePaise: number;
  salePricePaise?: number;
  discountPercentage: number;
  minPaise: number;
  maxPaise: number;
  /** The names of the colours. */
  colors: string[];
  averageRating: number;
  ratingCount: number;
  inStock: boolean;
  isPreOrder: boolean;
  sellUnit: 'piece' | 'metre';
  onlyVariantId?: number;
}

export interface Variant {
  _id: number;
  sku?: string;
  name: string;
  values: string[];
  pricePaise: number;
  salePricePaise?: number;
  /** The time at which the sale price ends, in epoch ms; undefined if no end is planned. */
  saleEndsAt?: number;
  quantity: number;
  preOrderAt?: number;
  /** For cloth, the length of the longest bolt in cm, because one order line is cut from one bolt. */
  longestCutCm?: number;
  hsn?: string;
  weightG?: number;
}

export interface OptionValues {
  label: string;
  values: string[];
  /** For a colour option, the colour of the swatch of each value, as `#rrggbb`. */
  dots?: string[] | undefined;
}

export interface NamedValue {
  slug: string;
  name: string;
}

export interface ProductDetail extends ProductCard, Partial<Record<Attribute, NamedValue>> {
  content: string;
  longContent: SafeHtml;
  details: string[];
  sizeFit: string[];
  colorNotes: string[];
  care: string[];
  fibre?: string;
  origin?: string;
  maker?: string;
  unitStepCm: number;
  minQuantity: number;
  featured: boolean;
  sold: number;
  createdAt: number;
  updatedAt: number;
  brandSlug?: string;
  categories: NamedValue[];
  breadcrumb: NamedValue[];
  options: OptionValues[];
  variants: Variant[];
  pictures: Picture[];
  seoTitle?: string;
  seoDescription?: string;
}

/** Returns whether a variant has no stock and can’t be pre-ordered (product.md, "Product page"). */
export function isOutOfStock(variant: Pick<Variant, 'quantity' | 'preOrderAt'>): boolean {
  return variant.quantity <= 0 && variant.preOrderAt === undefined;
}

/** Returns the sale price if there is one; otherwise, the regular price. */
export function effectivePaise(price: { pricePaise: number; salePricePaise?: number | undefined }): number {
  return price.salePricePaise ?? price.pricePaise;
}

export interface CollectionTile {
  name: string;
  href: string;
  picture: Picture;
}

type PriceSummary = Pick<
  ProductCard,
  'type' | 'pricePaise' | 'salePricePaise' | 'discountPercentage' | 'minPaise' | 'maxPaise'
>;

/** Returns the price and discount of the cheapest variant, and the price range (product.md, "Prices"). */
export function priceSummary(
  variants: Pick<Variant, 'pricePaise' | 'salePricePaise'>[],
  hasOptions: boolean,
): PriceSummary {
  const effectivePrices = variants.map(effectivePaise);
  const minPaise = effectivePrices.length > 0 ? effectivePrices.reduce((a, b) => Math.min(a, b)) : 0;
  const cheapestVariant = variants[effectivePrices.indexOf(minPaise)] ?? { pricePaise: 0 };
  const { pricePaise, salePricePaise } = cheapestVariant;
  const regularPrices: PriceSummary = {
    type: hasOptions || variants.length > 1 ? 'variable' : 'simple',
    pricePaise,
    discountPercentage: 0,
    minPaise,
    maxPaise: effectivePrices.reduce((a, b) => Math.max(a, b), minPaise),
  };
  if (salePricePaise === undefined || salePricePaise >= pricePaise) return regularPrices;
  const discountPercentage = Math.round(((pricePaise - salePricePaise) * 100) / pricePaise);
  return { ...regularPrices, salePricePaise, discountPercentage };
}
