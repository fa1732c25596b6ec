import type { FieldOverrides } from '#lib/content/admin/settings/form-field.ts';
import { PRODUCT_OVERRIDES } from '#lib/content/admin/settings/product-overrides.ts';
import { SALES_OVERRIDES } from '#lib/content/admin/settings/sales-overrides.ts';

/**
 * Overrides by the path of the document and the path of the field. A star stands for the number or name of a row. Parts
 * of a document with the same fields share the entries that begin with a star.
 */
export const FIELD_OVERRIDES: Readonly<Record<string, Readonly<Record<string, FieldOverrides>>>> = {
  settings: {
    name: { label: 'Name of the shop', help: 'On each page, email and invoice.' },
    title: { label: 'Title in search results', help: 'Of the home page, after the name.' },
    description: { label: 'Description in search results' },
    searchHint: { label: 'Hint in the search field' },
    priceSteps: { label: 'Steps of the price filter', help: 'In rupees, one on each line, the lowest first.' },
    address: { label: 'Contact' },
    'address.mobile': { label: 'Mobile for customers', help: 'Ten digits; empty for none.' },
    'address.email': {
      label: 'Email for customers',
      help: 'Messages from the contact form also go there; empty for none.',
    },
    'address.address': { label: 'Postal address', help: 'In one line. Printed on invoices.' },
    hours: { label: 'Opening hours', help: 'One row for each kind of day, such as Mon-Sat, 10am-7pm.' },
    'hours.*': { label: 'Line' },
    closings: {
      label: 'Holidays',
      help: 'Every page of the shop announces a holiday from a week before it begins. You still get orders, and their delivery dates count from the first working day after it.',
    },
    'closings.*': { label: 'Holiday' },
    'closings.*.from': { label: 'First day', help: 'Nothing is packed from this day …' },
    'closings.*.to': { label: 'Last day', help: '… to this day, both included.' },
    'closings.*.message': {
      help: 'Leave empty for “We are closed from 7 to 10 November.” The shop adds a sentence that says when orders are packed.',
    },
    grievance: {
      label: 'Grievance officer',
      help: 'Required by the Consumer Protection (E-Commerce) Rules. You can be the officer yourself.',
    },
    'grievance.name': { help: '' },
    'grievance.designation': { help: '' },
    'grievance.email': { help: '' },
    'grievance.mobile': { help: 'Ten digits.' },
    gstin: {
      label: 'GSTIN',
      help: 'Empty while you are not registered: no tax is charged, and bills of supply are issued.',
    },
    gstScheme: { label: 'GST scheme', help: 'Regular collects GST; composition issues bills of supply.' },
    buyerGstin: {
      label: 'Invoices for businesses',
      help: 'At checkout, a business can enter its GSTIN for the invoice. Only under the regular scheme.',
    },
    state: { label: 'Place of the shop' },
    'state.name': { label: 'State', help: 'Decides whether a sale is intra-state or inter-state for GST.' },
    numbers: { label: 'Prefixes of numbers', help: 'A new prefix does not restart the numbers.' },
    'numbers.order': { label: 'Orders', help: 'TA gives TA-2026-000001.' },
    'numbers.invoice': { label: 'Invoices', help: 'TA gives TA/26-27/000001.' },
    'numbers.creditNote': { label: 'Credit notes', help: 'Must differ from the prefix of invoices.' },
    ownerMails: {
      label: 'Emails to you',
      help: 'For each kind: empty for the addresses above, off for nobody, or addresses.',
    },
    'ownerMails.to': {
      help: 'Email addresses for all emails below, with commas between them; empty for nobody.',
    },
    'ownerMails.newOrder': { label: 'New orders', help: '' },
    'ownerMails.orderWave': { label: 'Many cash orders', help: 'From unverified email addresses.' },
    'ownerMails.paymentTrouble': { label: 'Payments', help: 'Refunds to make, and failures of a payment service.' },
    'ownerMails.ticket': { label: 'Tickets', help: '' },
    'ownerMails.exchange': { label: 'Exchanges', help: '' },
    'ownerMails.lowStock': { help: '' },
    'ownerMails.stuckMails': { label: 'Undelivered emails', help: '' },
    'ownerMails.backup': { label: 'Failed backups', help: '' },
    'ownerMails.clock': { label: 'Wrong server clock', help: '' },
    'ownerMails.digest': { label: 'Morning email', help: 'Yesterday’s sales, open tasks and low stock.' },
    'ownerMails.digestHour': { label: 'Hour of the morning email', help: 'From 0 to 23, Indian time.' },
    'ownerMails.lowPieces': { label: 'Low stock: pieces', help: '' },
    'ownerMails.lowMetres': { label: 'Low stock: metres', help: '' },
    socials: { label: 'Social media', help: 'Such as Instagram.' },
    'socials.*': { label: 'Page' },
    'socials.*.network': { help: 'In lower-case letters, such as instagram.' },
    'socials.*.name': { help: '' },
    'socials.*.url': { label: 'Link', help: '' },
    marquee: { label: 'Moving line above the header', help: 'One message on each line; empty for no line.' },
    features: { label: 'Promises below the slides' },
    'features.*': { label: 'Promise' },
    'features.*.icon': {
      label: 'Drawing',
      help: 'skin-friendly, natural-fibres, eco-friendly or biodegradable.',
    },
    'features.*.title': { help: '' },
    'features.*.text': { help: '' },
    'whyUs.heading': { help: '' },
    'whyUs.text': { kind: 'paragraph', help: '' },
    'whyUs.points': { help: 'One on each line.' },
    'whyUs.image': { label: 'Picture' },
    'whyUs.imageAlt': { label: 'Description of the picture', help: 'For those who can’t see it.' },
  },
  home: {
    sections: { label: 'Sections of the home page', help: 'From the top. What is not listed is not shown.' },
    'sections.*': { label: 'Section' },
    'sections.*.shows': { help: '' },
    'sections.*.heading': { help: 'Empty for slides, features and why-us.' },
  },
  slides: {
    '': {
      label: 'Slides',
      help: 'In order. A slide that leads to products that the shop does not have is left out.',
    },
    '*': { label: 'Slide' },
    '*.image': { label: 'Picture', help: 'Wide, such as slides/1.avif.' },
    '*.imageTall': { label: 'Picture for phones', help: 'Upright.' },
    '*.imageAlt': { label: 'Description of the picture', help: 'For those who can’t see it.' },
    '*.custome_link': { label: 'Link', help: 'Such as /products?category=women.' },
    '*.linkText': { label: 'Text of the button', help: '' },
  },
  menus: {
    header: { help: 'Beside the categories, on wide screens.' },
    mobile: { label: 'Phone menu', help: 'Below the categories.' },
    '*.*': { label: 'Link' },
    '*.*.label': { label: 'Text', help: '' },
    '*.*.link': { label: 'Leads to', help: '' },
    footer: { help: 'The four policies must stay linked: the law requires it.' },
    'footer.*': { label: 'Column' },
    'footer.*.heading': { help: '' },
    'footer.*.links': { help: '' },
    'footer.*.links.*': { label: 'Link' },
    'footer.*.links.*.label': { label: 'Text', help: '' },
    'footer.*.links.*.link': { label: 'Leads to', help: '' },
    'footer.*.categories': { label: 'Categories that follow', help: '0 for none.' },
  },
  look: {
    colors: { label: 'Colours' },
    'colors.cloth': { label: 'Areas' },
    'colors.ground': { label: 'Background' },
    'colors.line': { label: 'Lines', help: '' },
    'colors.ink': { label: 'Texts', help: '' },
    'colors.soft': { label: 'Less important text', help: '' },
    'colors.indigo': { label: 'Buttons and links', help: 'Also the line above the header.' },
    'colors.indigo-deep': { label: 'Buttons when hovered or pressed', help: '' },
    'colors.madder': { label: 'Warnings', help: 'Also reduced prices and the count on the cart icon.' },
    'colors.turmeric': { label: 'Accents', help: '' },
    'colors.leaf': { label: 'Success messages', help: '' },
    headings: { label: 'Typeface of headings', help: 'With serifs or without.' },
    'fonts.texts': {
      label: 'Fonts for texts',
      help: 'The names of their files, one on each line; empty for the system font.',
    },
    'fonts.headings': { label: 'Fonts for headings', help: 'The names of their files; empty for the typeface above.' },
    logo: { help: 'Beside the name: a picture or SVG such as brand/logo.svg; empty for the default drawing.' },
    icon: { help: 'A square picture for tabs, home screens and shared links; empty for the default drawing.' },
  },
  'gst-rates': {
    about: { label: 'Note for yourself', kind: 'paragraph', help: '' },
    rates: {
      help: 'The longest matching HSN applies, then the latest date. Add a row when the law changes.',
    },
    'rates.*': { label: 'Rate' },
    'rates.*.hsn': { label: 'HSN begins with', help: 'Empty for all others.' },
    'rates.*.from': { help: '' },
  },
  ...PRODUCT_OVERRIDES,
  ...SALES_OVERRIDES,
};

/** Returns the name of a field as a label: `legalName` becomes "Legal name", and `pricePaise` "Price". */
export function labelOf(name: string): string {
  const words = name
    .replace(/(?:Paise|Bp)$/, '')
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
