import type { Generated } from 'kysely';
import type { AddressTables } from '#lib/platform/db/tables/address.ts';
import type { AttemptTables } from '#lib/platform/db/tables/attempt.ts';
import type { CartTables } from '#lib/platform/db/tables/cart.ts';
import type { ExchangeTables } from '#lib/platform/db/tables/exchange.ts';
import type { IdentityTables } from '#lib/platform/db/tables/identity.ts';
import type { MailTables } from '#lib/platform/db/tables/mail.ts';
import type { NewsletterTables } from '#lib/platform/db/tables/newsletter.ts';
import type { OrderTables } from '#lib/platform/db/tables/orders.ts';
import type { PaymentTables } from '#lib/platform/db/tables/payments.ts';
import type { StockTables } from '#lib/platform/db/tables/stock.ts';
import type { SupportTables } from '#lib/platform/db/tables/support.ts';
import type { UpstreamTables } from '#lib/platform/db/tables/upstream.ts';

/**
 * Every table of the shop. They stand here, and not in the domains, because Kysely needs one type for a connection and
 * the kernel may not import the domains. Money is paise, times are epoch milliseconds, flags are 0 or 1, `_json`
 * columns hold JSON text.
 */
export interface Tables
  extends AddressTables,
    AttemptTables,
    CartTables,
    ExchangeTables,
    IdentityTables,
    MailTables,
    NewsletterTables,
    OrderTables,
    PaymentTables,
    StockTables,
    SupportTables,
    UpstreamTables {
  migration: { name: string; at: number };
  migration_turn: { id: number; turn: number };
  invalidation: { id: Generated<number>; tag: string; at: number };
  catalogue_state: CatalogueStateTable;
  facet_value: FacetValueTable;
  product: ProductTable;
  product_facet: { value_id: number; product_id: number };
  product_listing: ProductListingTable;
  variant: VariantTable;
  bolt: { variant_id: number; position: number; length_cm: number };
  picture: PictureTable;
  review: ReviewTable;
  /** Addresses that products had before. */
  former_slug: { slug: string; product_id: number };
  contact_message: ContactMessageTable;
}

/** One row. Whoever changes the catalogue updates it first, so that versions are committed in their order. */
export interface CatalogueStateTable {
  id: number;
  version: number;
}

/** Brands, categories, materials, collections, and the values of the options that filter: all that a listing may be cut by. */
export interface FacetValueTable {
  id: number;
  /** The name of its facet. */
  kind: string;
  slug: string;
  name: string;
  /** Categories: the top-level category. */
  parent_id: number | null;
  description: string | null;
  image_src: string | null;
  image_alt: string | null;
  image_hash: string | null;
  image_width: number | null;
  image_height: number | null;
  image_dominant: string | null;
  /** Categories: of goods that have none of their own. */
  hsn: string | null;
  /** Active products that carry it. */
  product_count: number;
}

export interface ProductTable {
  id: number;
  slug: string;
  name: string;
  brand_id: number | null;
  material_id: number | null;
  /** Slugs as the owner gave them, most specific first. */
  categories_json: string;
  collections_json: string;
  content: string;
  long_content: string;
  /** The rules that have cleaned it; 0 where that is not known. */
  html_rules: number;
  details_json: string;
  size_fit_json: string;
  color_notes_json: string;
  care_json: string;
  fibre: string | null;
  origin: string | null;
  maker: string | null;
  sell_unit: 'piece' | 'metre';
  unit_step_cm: number;
  /** Pieces or centimetres. */
  min_quantity: number;
  featured: number;
  /** Pieces or centimetres. */
  sold: number;
  status: 'active' | 'draft';
  /** The owner shows it, but a live shop may not sell it yet: a draft until its tax is known. */
  held_back: number;
  /** Names of the options, in order. */
  options_json: string;
  seo_title: string | null;
  seo_description: string | null;
  created_at: number;
  updated_at: number;
  /** Version of the catalogue that changed it last. */
  version: number;
  /** From here on derived, by `priceInfo` and `derivedOf`. */
  type: 'simple' | 'variable';
  price_paise: number;
  sale_price_paise: number | null;
  discount_percentage: number;
  min_paise: number;
  max_paise: number;
  in_stock: number;
  pre_order: number;
  colors_json: string;
  only_variant_id: number | null;
  rating_sum: number;
  rating_count: number;
}

/** What filters and orders an active product, one narrow row each: the listing index is read from here. */
export interface ProductListingTable {
  product_id: number;
  version: number;
  /** The lowest effective price of its variants. */
  min_paise: number;
  sold: number;
  created_at: number;
  featured: number;
  /** Written and read by listing-tokens.ts. */
  tokens_json: string;
}

export interface VariantTable {
  id: number;
  product_id: number;
  position: number;
  sku: string | null;
  /** Option values joined by a slash. */
  name: string;
  values_json: string;
  price_paise: number;
  sale_price_paise: number | null;
  /** Pieces, or centimetres of cloth. */
  quantity: number;
  pre_order_at: number | null;
  /** Its own. */
  hsn: string | null;
  /** By which it is taxed: its own or its category's; derived. */
  tax_hsn: string | null;
  barcode: string | null;
  weight_g: number | null;
  /** Facet values; 0 when the product has no such option. */
  size_id: number;
  color_id: number;
  age_id: number;
}

export interface PictureTable {
  product_id: number;
  position: number;
  src: string;
  alt: string;
  color: string | null;
  /** Null while the picture could not be read: the import may bring it later. */
  hash: string | null;
  width: number | null;
  height: number | null;
  dominant: string | null;
}

export interface ReviewTable {
  id: string;
  product_id: number;
  customer_id: string | null;
  name: string;
  rating: number;
  summary: string;
  fit: 'small' | 'true' | 'large' | null;
  verified: number;
  created_at: number;
  /** When its writer changed it last. */
  updated_at: number | null;
  /** Taken off the shop by the owner. */
  hidden: number;
}

/** What visitors wrote in the Get In Touch form. */
export interface ContactMessageTable {
  id: string;
  name: string;
  mobile: string;
  email: string;
  content: string;
  created_at: number;
}
