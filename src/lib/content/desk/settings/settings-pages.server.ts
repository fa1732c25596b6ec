import { HOME } from '#lib/content/content/home.schema.ts';
import { MENUS } from '#lib/content/content/menus.schema.ts';
import { SLIDES } from '#lib/content/content/slides.schema.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { TAX_RATES } from '#lib/shop/money/tax.schema.ts';
import { LOOK } from '#lib/shop/settings/look.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';

/** A page of the admin that changes a document, or some of its fields. */
export interface SettingsPage {
  /** In its address. */
  slug: string;
  title: string;
  about: string;
  document: ContentDocument<unknown>;
  fields?: readonly string[];
  /** Whether a change needs a step-up authentication. */
  needsConfirmation?: true;
}

/** In the order in which they are listed. */
export const SETTINGS_PAGES: readonly SettingsPage[] = [
  {
    slug: 'shop',
    title: 'Name and contact',
    about: 'Name, address, opening hours, grievance officer and pages elsewhere',
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
    about: 'GSTIN, scheme, state, and how numbers of orders and invoices begin',
    document: SETTINGS,
    fields: ['gstin', 'gstScheme', 'state', 'numbers'],
  },
  {
    slug: 'gst-rates',
    title: 'GST rates',
    about: 'By HSN and date',
    document: TAX_RATES,
  },
  {
    slug: 'mails',
    title: 'Mails to you',
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
    slug: 'texts',
    title: 'Short texts',
    about: 'Search results, the line above the header, promises, and why customers buy from you',
    document: SETTINGS,
    fields: ['title', 'description', 'searchHint', 'newsletter', 'priceSteps', 'marquee', 'features', 'whyUs'],
  },
  { slug: 'home', title: 'Home page', about: 'Its sections, their order and headings', document: HOME },
  { slug: 'slides', title: 'Slides', about: 'The large pictures on the home page', document: SLIDES },
  { slug: 'menus', title: 'Menus', about: 'Links of the header, the menu of phones and the footer', document: MENUS },
  { slug: 'look', title: 'Look', about: 'Colours with their contrast, letters, logo and icon', document: LOOK },
];

export function settingsPage(slug: string | undefined): SettingsPage | undefined {
  return SETTINGS_PAGES.find((page) => page.slug === slug);
}

/** The address of the first page of a document. */
export function pageOfDocument(path: string): string | undefined {
  const page = SETTINGS_PAGES.find(({ document }) => document.path === path);
  return page && `/admin/settings/${page.slug}`;
}
