import { COLORS, GOODS_COLORS } from '#lib/catalog/products/colors.schema.ts';
import { SEARCH_LIMITS } from '#lib/catalog/search/limits/search-limits.schema.ts';
import { SEARCH_WORDS } from '#lib/catalog/search/search-words.schema.ts';
import { CLOTH_LENGTHS } from '#lib/content/content/cloth-lengths.schema.ts';
import { HOME } from '#lib/content/content/home.schema.ts';
import { MENUS } from '#lib/content/content/menus.schema.ts';
import { SIZE_FIGURES, SIZE_GUIDE } from '#lib/content/content/size-guide.schema.ts';
import { SLIDES } from '#lib/content/content/slides.schema.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { OUTFITS } from '#lib/sales/cart/offers/outfits.schema.ts';
import { PAYMENT_TERMS } from '#lib/sales/cart/payment-terms/payment-terms.schema.ts';
import { CONFIRMATION_RULES } from '#lib/sales/cash-confirmation/confirmation-rules.schema.ts';
import { CASH_RULES } from '#lib/sales/cash-rules/cash-rules.schema.ts';
import { SHIPPING } from '#lib/sales/shipping/courier/shipping.schema.ts';
import { TAX_RATES } from '#lib/shop/money/tax.schema.ts';
import { LOOK } from '#lib/shop/settings/look.schema.ts';
import { SERVICES } from '#lib/shop/settings/services.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';

/** An admin page that changes a document, or some of its fields. */
export interface SettingsPage {
  /** The name of the page in its URL. */
  slug: string;
  title: string;
  about: string;
  document: ContentDocument<unknown>;
  fields?: readonly string[];
  /** Whether each part of the document has a separate form (document-parts.server.ts). */
  hasParts?: true;
  /** The part that the form edits; an empty string for a new part; undefined if the page has no single part. */
  part?: string;
  /** Whether a change requires step-up authentication. */
  needsConfirmation?: true;
}

/** The pages, in the order in which they are listed. */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  {
    slug: 'shop',
    title: 'Name and contact',
    about: 'Name, address, opening hours, grievance officer and social media',
    document: SETTINGS,
    fields: ['name', 'tagline', 'legalName', 'address', 'hours', 'grievance', 'socials'],
  },
  {
    slug: 'holidays',
    title: 'Holidays',
    about: 'Days on which nothing is packed, and what shoppers read',
    document: SETTINGS,
    fields: ['closings'],
  },
  {
    slug: 'tax',
    title: 'GST and numbers',
    about: 'GSTIN, scheme, state, invoices for businesses, and prefixes of order and invoice numbers',
    document: SETTINGS,
    fields: ['gstin', 'gstScheme', 'buyerGstin', 'state', 'numbers'],
  },
  {
    slug: 'gst-rates',
    title: 'GST rates',
    about: 'By HSN and date',
    document: TAX_RATES,
  },
  {
    slug: 'mails',
    title: 'Emails to you',
    about: 'Who is notified of orders, tickets, low stock and problems',
    document: SETTINGS,
    fields: ['ownerMails'],
  },
  {
    slug: 'delivery',
    title: 'Delivery',
    about: 'Prices, days and cash on delivery by pincode',
    document: DELIVERY,
    needsConfirmation: true,
  },
  {
    slug: 'cash-confirmation',
    title: 'Confirmation of cash orders',
    about: 'Which cash orders customers confirm before you pack them',
    document: CONFIRMATION_RULES,
  },
  {
    slug: 'shipping',
    title: 'Parcels and courier files',
    about: 'The usual size of a parcel, and the columns of files for couriers',
    document: SHIPPING,
  },
  {
    slug: 'payment',
    title: 'Payment',
    about: 'Discount for paying online, paying cash orders online, and advances',
    document: PAYMENT_TERMS,
    needsConfirmation: true,
  },
  {
    slug: 'services',
    title: 'Services',
    about: 'Cloth calculator, child’s size, gift wrap and swatches',
    document: SERVICES,
  },
  {
    slug: 'outfits',
    title: 'Outfits',
    about: 'Products that cost less together',
    document: OUTFITS,
  },
  {
    slug: 'cash',
    title: 'Returned parcels',
    about: 'When a pincode or a customer gets no cash on delivery, and what a returned parcel costs',
    document: CASH_RULES,
  },
  {
    slug: 'texts',
    title: 'Short texts',
    about: 'Search results, the line above the header, promises, and why customers buy from you',
    document: SETTINGS,
    fields: ['title', 'description', 'searchHint', 'newsletter', 'priceSteps', 'marquee', 'features', 'whyUs'],
  },
  { slug: 'home', title: 'Home page', about: 'Its sections, their order and headings', document: HOME },
  { slug: 'slides', title: 'Slides', about: 'The large pictures on the home page', document: SLIDES },
  { slug: 'menus', title: 'Menus', about: 'Links in the header, the phone menu and the footer', document: MENUS },
  {
    slug: 'size-guide',
    title: 'Size guide',
    about: 'Tables of sizes',
    document: SIZE_GUIDE,
    hasParts: true,
  },
  {
    slug: 'size-figures',
    title: 'Drawings of the size guide',
    about: 'Where to measure',
    document: SIZE_FIGURES,
    hasParts: true,
  },
  {
    slug: 'cloth-lengths',
    title: 'Cloth for a garment',
    about: 'Metres by garment, size and width of the cloth, for the cloth calculator',
    document: CLOTH_LENGTHS,
    hasParts: true,
  },
  {
    slug: 'search-words',
    title: 'Search words',
    about: 'Words that find the same goods, and words that are not searched for',
    document: SEARCH_WORDS,
    hasParts: true,
  },
  {
    slug: 'search-limits',
    title: 'Prices, sizes and ages in searches',
    about: 'Words such as “under 500”, “38” and “2 years”',
    document: SEARCH_LIMITS,
    hasParts: true,
  },
  {
    slug: 'colors',
    title: 'Colours of products',
    about: 'Words in names of colours: the dot beside the name, and the colour in the filter',
    document: COLORS,
    hasParts: true,
  },
  {
    slug: 'goods-colors',
    title: 'Colours of jewellery and the like',
    about: 'Goods on which a word means another colour',
    document: GOODS_COLORS,
  },
  { slug: 'look', title: 'Look', about: 'Colours with their contrast, fonts, logo and icon', document: LOOK },
];

export function settingsPage(slug: string | undefined): SettingsPage | undefined {
  return SETTINGS_PAGES.find((page) => page.slug === slug);
}

/** Returns the URL of a page, with the part of the document that its form edits. */
export function settingsHref({ slug, part }: SettingsPage): string {
  return `/admin/settings/${slug}${part === undefined ? '' : `?part=${encodeURIComponent(part)}`}`;
}

/** Returns the URL of the first page of a document; undefined if the document has no page. */
export function documentHref(path: string): string | undefined {
  const page = SETTINGS_PAGES.find(({ document }) => document.path === path);
  return page && settingsHref(page);
}
