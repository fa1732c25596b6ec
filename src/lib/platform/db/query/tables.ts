import type { Generated } from 'kysely';
import type { AddressTable } from '#lib/platform/db/tables/address.ts';
import type { AdminTables } from '#lib/platform/db/tables/admin.ts';
import type { AttemptTables } from '#lib/platform/db/tables/attempt.ts';
import type { CartTables } from '#lib/platform/db/tables/cart.ts';
import type { CashBlockTable } from '#lib/platform/db/tables/cash-blocks.ts';
import type { CdnPurgeTable } from '#lib/platform/db/tables/cdn.ts';
import type { OwnContentTable } from '#lib/platform/db/tables/content.ts';
import type { DraftOrderTables } from '#lib/platform/db/tables/draft-orders.ts';
import type { ExchangeTables } from '#lib/platform/db/tables/exchange.ts';
import type { IdentityTables } from '#lib/platform/db/tables/identity.ts';
import type { ImportTables } from '#lib/platform/db/tables/import.ts';
import type { MailTables } from '#lib/platform/db/tables/mail.ts';
import type { SubscriberTable } from '#lib/platform/db/tables/newsletter.ts';
import type { OrderTables } from '#lib/platform/db/tables/orders.ts';
import type { OwnerNoticeTable } from '#lib/platform/db/tables/owner.ts';
import type { PaymentTables } from '#lib/platform/db/tables/payments.ts';
import type { RestockTables } from '#lib/platform/db/tables/restock.ts';
import type { ScheduledSaleTable } from '#lib/platform/db/tables/scheduled-sales.ts';
import type { SearchTables } from '#lib/platform/db/tables/search.ts';
import type { ShipmentTables } from '#lib/platform/db/tables/shipments.ts';
import type { StaffNoteTables } from '#lib/platform/db/tables/staff-notes.ts';
import type { StockLedgerTable } from '#lib/platform/db/tables/stock.ts';
import type { SupportTables } from '#lib/platform/db/tables/support.ts';
import type { UpstreamFaultTable } from '#lib/platform/db/tables/upstream.ts';

/**
 * All tables of the database. They are defined in the platform, because it may not import other modules. Amounts of
 * money are in paise, times are in epoch ms, flags are 0 or 1, and quantities are in pieces or cm.
 */
export interface Tables
  extends AdminTables,
    AttemptTables,
    CartTables,
    DraftOrderTables,
    ExchangeTables,
    IdentityTables,
    ImportTables,
    MailTables,
    OrderTables,
    PaymentTables,
    SearchTables,
    RestockTables,
    ShipmentTables,
    StaffNoteTables,
    SupportTables {
  migration: { name: string; at: number };
  migration_lock: { id: number };
  migration_turn: { id: number; turn: number };
  invalidation: { id: Generated<number>; tag: string; at: number };
  catalogue_state: CatalogueStateTable;
  facet_value: FacetValueTable;
  address: AddressTable;
  cdn_purge: CdnPurgeTable;
  own_content: OwnContentTable;
  subscriber: SubscriberTable;
  owner_notice: OwnerNoticeTable;
  upstream_fault: UpstreamFaultTable;
  stock_ledger: StockLedgerTable;
  /** Facts about the installation, such as which secret key it uses and which questions of the setup were answered. */
  installation_note: { name: string; value: string; at: number };
  /** How often a metric had a value in this bucket, by Indian day (YYYY-MM-DD), kind of page and kind of device. */
  web_vital: { day: string; page: string; device: string; metric: string; bucket: number; times: number };
  scheduled_sale: ScheduledSaleTable;
  cash_block: CashBlockTable;
  product: ProductTable;
  product_facet: { value_id: number; product_id: number };
  product_listing: ProductListingTable;
  product_summary: ProductSummaryTable;
  variant: VariantTable;
  bolt: { variant_id: number; position: number; length_cm: number };
  picture: PictureTable;
  review: ReviewTable;
  former_slug: { slug: string; product_id: number };
  contact_message: ContactMessageTable;
}

/** Has a single row, which transactions update before they change the catalogue, so that versions commit in order. */
export interface CatalogueStateTable {
  id: number;
  version: number;
}

/** The values of all facets, such as brands, categories and sizes. */
export interface FacetValueTable {
  id: number;
  kind: string;
  slug: string;
  name: string;
  parent_id: number | null;
  description: string | null;
  image_src: string | null;
  image_alt: string | null;
  image_hash: string | null;
  image_width: number | null;
  image_height: number | null;
  image_dominant: string | null;
  hsn: string | null;
  product_count: number;
}

export interface ProductTable {
  id: number;
  slug: string;
  name: string;
  brand_id: number | null;
  material_id: number | null;
  categories_json: string;
  collections_json: string;
  content: string;
  long_content: string;
  /**
   * The version of the rules that sanitised `long_content`. If it is outdated, the text is sanitised again when read.
   */
  html_rules: number;
  details_json: string;
  size_fit_json: string;
  color_notes_json: string;
  care_json: string;
  tags_json: string;
  fibre: string | null;
  origin: string | null;
  maker: string | null;
  sell_unit: 'piece' | 'metre';
  unit_step_cm: number;
  min_quantity: number;
  featured: number;
  sold: number;
  status: 'active' | 'draft';
  /** Whether the owner has set the product to active, although it remains a draft until its tax is known. */
  held_back: number;
  options_json: string;
  seo_title: string | null;
  seo_description: string | null;
  created_at: number;
  updated_at: number;
  version: number;
  /** This and all later columns are derived: the ratings from reviews, the other columns by `derivedColumns`. */
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

/** The active products, in narrow rows. The listing index is built from this table. */
export interface ProductListingTable {
  product_id: number;
  version: number;
  min_paise: number;
  sold: number;
  created_at: number;
  featured: number;
  /** Written and read by listing-tokens.ts. */
  tokens_json: string;
}

/** All products, in narrow rows. The owner's list is read from this table. Each change to a product updates it. */
export interface ProductSummaryTable {
  id: number;
  /** The name, with the letters A to Z in lower case. */
  name_key: string;
  slug: string;
  status: 'active' | 'draft' | 'held_back';
  created_at: number;
  min_paise: number;
  /** The total stock of all variants. A job corrects it some seconds after each sale. */
  stock: number;
  /** Whether the product has a picture that could be read. */
  has_picture: number;
  /** Whether each variant has an HSN code, of its own or from its category. */
  has_hsn: number;
}

export interface VariantTable {
  id: number;
  product_id: number;
  position: number;
  sku: string | null;
  name: string;
  values_json: string;
  price_paise: number;
  sale_price_paise: number | null;
  quantity: number;
  pre_order_at: number | null;
  hsn: string | null;
  /** Derived: `hsn`, or the HSN code of the category. */
  tax_hsn: string | null;
  barcode: string | null;
  weight_g: number | null;
  /** Where the goods are stored. An import does not change it. */
  shelf?: string | null;
  /** The id of a facet value; 0 if the variant has no size. */
  size_id: number;
  /** The id of a facet value; 0 if the variant has no colour. */
  color_id: number;
  /** The id of a facet value; 0 if the variant has no age. */
  age_id: number;
}

export interface PictureTable {
  product_id: number;
  position: number;
  src: string;
  alt: string;
  color: string | null;
  /** Null if the picture could not be read. A later import may read it. */
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
  updated_at: number | null;
  hidden: number;
  /** Whether it is a customer's review that staff have not seen yet. An import does not change this. */
  unseen?: number;
}

export interface ContactMessageTable {
  id: string;
  name: string;
  mobile: string;
  email: string;
  content: string;
  created_at: number;
  /** `closed`: no answer was needed, or the customer was answered in another way. */
  state: Generated<'new' | 'answered' | 'closed'>;
  answer: Generated<string | null>;
  /** When the state was last changed; 0 if it has never been changed. */
  updated_at: Generated<number>;
}
