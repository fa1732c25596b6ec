import type { Attribute } from '#lib/catalog/listing-index/facets/facets.ts';

/**
 * The shop's interchange format, one JSON object per line. Importing an export changes nothing. An absent field
 * keeps its stored value; `null` clears it. Amounts are in rupees with at most two decimals, quantities in pieces or
 * metres, days in the form YYYY-MM-DD.
 */
export type CatalogueRecord = TaxonomyRecord | ProductRecord | ReviewRecord;

export type TaxonomyRecord = BrandRecord | CategoryRecord | AttributeRecord | CollectionRecord;

export interface BrandRecord {
  type: 'brand';
  slug: string;
  name: string;
  description?: string;
}

export interface CategoryRecord {
  type: 'category';
  slug: string;
  name: string;
  parent?: string;
  /** The HSN code of variants without a code of their own in this category and its subcategories. */
  hsn?: string;
  description?: string;
  image?: ImageRecord;
}

export interface AttributeRecord {
  type: Attribute;
  slug: string;
  name: string;
  image?: ImageRecord;
}

export interface CollectionRecord {
  type: 'collection';
  slug: string;
  name: string;
  description?: string;
  image?: ImageRecord;
}

export interface ImageRecord {
  /** A path relative to the image folder of the import, or an http(s) URL. */
  src: string;
  alt: string;
  /** The value of the colour option that the picture shows; absent if it does not show a single colour. */
  color?: string;
}

/** Also contains, for each attribute, the slug of the product's value. */
export interface ProductRecord extends Partial<Record<Attribute, string>> {
  type: 'product';
  slug: string;
  name: string;
  brand?: string;
  /** Previous slugs. The product stored under one of them is renamed, and its old URLs redirect to the new URL. */
  former_slugs?: string[];
  /** Slugs, most specific first; the first one determines the breadcrumb. Parents are implied. */
  categories: string[];
  collections?: string[];
  content?: string;
  /** HTML; sanitised at import. */
  long_content?: string;
  details?: string[];
  size_fit?: string[];
  color_notes?: string[];
  care?: string[];
  tags?: string[];
  fibre?: string;
  origin?: string;
  /** Name and address of the maker or packer (Legal Metrology (Packaged Commodities) Rules, 2011). */
  maker?: string;
  sell_unit: 'piece' | 'metre';
  /** For cloth: the step between lengths that can be ordered, in metres. Default 0.25. */
  unit_step?: number;
  /** The smallest quantity that can be ordered, in pieces or metres. Default 1. */
  min_quantity?: number;
  featured?: boolean;
  sold?: number;
  created_at?: string;
  status?: 'active' | 'draft';
  /** Names of the options in order, such as `["color", "size"]`; absent or empty for a simple product. */
  options?: string[];
  variants: VariantRecord[];
  images?: ImageRecord[];
  seo_title?: string;
  seo_description?: string;
}

export interface VariantRecord {
  sku?: string;
  values?: Record<string, string>;
  price: number;
  sale_price?: number;
  /** The stock: pieces, or for cloth the total length of the bolts in metres. */
  quantity: number;
  /** For cloth: the length of each bolt in metres. */
  bolts?: number[];
  pre_order?: string;
  /** HSN code of 4, 6 or 8 digits; absent if the category's code applies. */
  hsn?: string;
  barcode?: string;
  weight_g?: number;
}

export interface ReviewRecord {
  type: 'review';
  /** Set by the export for reviews written by customers; otherwise derived from product, name and date. */
  id?: string;
  product: string;
  name: string;
  rating: number;
  summary: string;
  fit?: 'small' | 'true' | 'large';
  verified?: boolean;
  /** A day, or a date and time in ISO 8601. */
  created_at: string;
}

/** The fields of an entry in a file: an absent field keeps its stored value; null clears it. */
type Patch<T, Key extends keyof T> = Pick<T, Key> & { [K in Exclude<keyof T, Key>]?: T[K] | null | undefined };

export type TaxonomyPatch =
  | Patch<BrandRecord, 'type' | 'slug'>
  | Patch<CategoryRecord, 'type' | 'slug'>
  | Patch<AttributeRecord, 'type' | 'slug'>
  | Patch<CollectionRecord, 'type' | 'slug'>;

/**
 * Variants are matched by SKU and values, then by SKU, then by values; a single variant with neither matches the only
 * stored variant. Other variants are kept, unless the import runs with `MergeRules.removes`.
 */
export type ProductPatch = Patch<Omit<ProductRecord, 'variants' | 'former_slugs'>, 'type' | 'slug'> & {
  former_slugs?: string[] | undefined;
  variants?: VariantPatch[] | undefined;
};

export type VariantPatch = Patch<VariantRecord, never>;

export type ReviewPatch = Patch<ReviewRecord, Exclude<keyof ReviewRecord, 'fit' | 'verified' | 'id'>>;

export type CatalogueEntry = TaxonomyPatch | ProductPatch | ReviewPatch;
