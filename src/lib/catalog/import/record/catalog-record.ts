import type { Attribute } from '#lib/catalog/listing-index/facets/facets.ts';

/**
 * A record in the shop's interchange format, which has one JSON object per line. Importing an export changes nothing.
 * If a field is absent, its stored value is kept; if it is null, the stored value is removed. Amounts are in rupees
 * with at most two decimals, quantities are in pieces or metres, and days have the form YYYY-MM-DD.
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
  /** The HSN code of those variants in this category and its subcategories that have no code of their own. */
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
  /** The value of the colour option that the picture shows. Absent if the picture does not show a single colour. */
  color?: string;
}

/** The record of a product. It also contains the slug of the product's value for each attribute. */
export interface ProductRecord extends Partial<Record<Attribute, string>> {
  type: 'product';
  slug: string;
  name: string;
  brand?: string;
  /**
   * The previous slugs. A product stored under a previous slug gets the new slug, and its old URLs redirect to the new
   * URL.
   */
  former_slugs?: string[];
  /**
   * The slugs of categories, most specific first. The first category determines the breadcrumb. Parents are implied.
   */
  categories: string[];
  collections?: string[];
  content?: string;
  /** The description in HTML, which the import sanitises. */
  long_content?: string;
  details?: string[];
  size_fit?: string[];
  color_notes?: string[];
  care?: string[];
  tags?: string[];
  fibre?: string;
  origin?: string;
  /** The name and address of the maker or packer (Legal Metrology (Packaged Commodities) Rules, 2011). */
  maker?: string;
  sell_unit: 'piece' | 'metre';
  /** The step between the lengths of cloth that can be ordered, in metres; 0.25 by default. */
  unit_step?: number;
  /** The smallest quantity that can be ordered, in pieces or metres; 1 by default. */
  min_quantity?: number;
  featured?: boolean;
  sold?: number;
  created_at?: string;
  status?: 'active' | 'draft';
  /** The names of the options in order, such as `["color", "size"]`. Absent or empty for a simple product. */
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
  /** The stock: the number of pieces, or the total length of the bolts of cloth in metres. */
  quantity: number;
  /** The length of each bolt of cloth in metres. */
  bolts?: number[];
  pre_order?: string;
  /** The HSN code, with 4, 6 or 8 digits. Absent if the category's code applies. */
  hsn?: string;
  barcode?: string;
  weight_g?: number;
}

export interface ReviewRecord {
  type: 'review';
  /** The id of the review. If it is absent, the id is derived from the product, name and date. */
  id?: string;
  product: string;
  name: string;
  rating: number;
  summary: string;
  fit?: 'small' | 'true' | 'large';
  verified?: boolean;
  /** The time when the review was written: a day, or a date and time in ISO 8601. */
  created_at: string;
}

/**
 * The fields of an entry in a file. If a field is absent, its stored value is kept; if it is null, the value is
 * removed.
 */
type Patch<T, Key extends keyof T> = Pick<T, Key> & { [K in Exclude<keyof T, Key>]?: T[K] | null | undefined };

export type TaxonomyPatch =
  | Patch<BrandRecord, 'type' | 'slug'>
  | Patch<CategoryRecord, 'type' | 'slug'>
  | Patch<AttributeRecord, 'type' | 'slug'>
  | Patch<CollectionRecord, 'type' | 'slug'>;

/**
 * The fields of a product in a file. Variants are matched by SKU and values, then by SKU, then by values; a single
 * variant with neither a SKU nor values matches the only stored variant. Other stored variants are kept, unless
 * `MergeRules.removesMissing` is true.
 */
export type ProductPatch = Patch<Omit<ProductRecord, 'variants' | 'former_slugs'>, 'type' | 'slug'> & {
  former_slugs?: string[] | undefined;
  variants?: VariantPatch[] | undefined;
};

export type VariantPatch = Patch<VariantRecord, never>;

export type ReviewPatch = Patch<ReviewRecord, Exclude<keyof ReviewRecord, 'fit' | 'verified' | 'id'>>;

export type CatalogueEntry = TaxonomyPatch | ProductPatch | ReviewPatch;
