import type { LeafKind } from '#lib/content/desk/settings/form-field.ts';

/** What a form shows in place of the name of a field and its description in the schema. */
export interface FieldWords {
  label?: string;
  help?: string;
  kind?: LeafKind;
  emptyEntry?: string;
  /** Of a list of texts: each has a row, with this name. */
  rows?: string;
  /** Of the rows of a table: the list beside it that has its columns. */
  columns?: string;
}

/**
 * By the path of the document, then by that of the field; a star stands for the number or name of a row. Parts of a
 * document that have the same fields share the entries that begin with a star.
 */
export const FIELD_WORDS: Readonly<Record<string, Readonly<Record<string, FieldWords>>>> = {
  settings: {
    name: { label: 'Name of the shop', help: 'On each page, mail and invoice.' },
    title: { label: 'Title in search results', help: 'Of the home page, after the name.' },
    description: { label: 'Description in search results' },
    searchHint: { label: 'Hint in the search field' },
    priceSteps: { label: 'Steps of the price filter', help: 'In rupees, one on each line, the lowest first.' },
    address: { label: 'Contact' },
    'address.mobile': { label: 'Mobile for customers', help: 'Ten digits; empty for none.' },
    'address.email': {
      label: 'Email for customers',
      help: 'Messages of the contact form go there, too; empty for none.',
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
      label: 'Message',
      help: 'Leave empty for “We are closed from 7 to 10 November.” The shop adds a sentence that says when orders are packed.',
    },
    grievance: {
      label: 'Grievance officer',
      help: 'Whom the Consumer Protection (E-Commerce) Rules ask for. It can be you.',
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
    state: { label: 'Place of the shop' },
    'state.name': { label: 'State', help: 'Decides whether an order is taxed as within a state or between two.' },
    numbers: { label: 'Beginnings of numbers', help: 'Changing one does not restart the numbers.' },
    'numbers.order': { label: 'Orders', help: 'TA gives TA-2026-000001.' },
    'numbers.invoice': { label: 'Invoices', help: 'TA gives TA/26-27/000001.' },
    'numbers.creditNote': { label: 'Credit notes', help: 'Other than invoices.' },
    ownerMails: {
      label: 'Mails to you',
      help: 'For each kind: empty for the addresses above, off for nobody, or addresses.',
    },
    'ownerMails.to': {
      label: 'To',
      help: 'Email addresses for all mails below, with commas between them; empty for nobody.',
    },
    'ownerMails.newOrder': { label: 'New orders', help: '' },
    'ownerMails.orderWave': { label: 'Many cash orders', help: 'From mailboxes that nobody has verified.' },
    'ownerMails.paymentTrouble': { label: 'Payments', help: 'Refunds to make, and a payment service that fails.' },
    'ownerMails.ticket': { label: 'Tickets', help: '' },
    'ownerMails.exchange': { label: 'Exchanges', help: '' },
    'ownerMails.lowStock': { label: 'Low stock', help: '' },
    'ownerMails.stuckMails': { label: 'Undelivered mails', help: '' },
    'ownerMails.backup': { label: 'Failed backups', help: '' },
    'ownerMails.clock': { label: 'Wrong clock of the server', help: '' },
    'ownerMails.digest': { label: 'Morning mail', help: 'Yesterday’s sales, open tasks and low stock.' },
    'ownerMails.digestHour': { label: 'Hour of the morning mail', help: 'From 0 to 23, Indian time.' },
    'ownerMails.lowPieces': { label: 'Pieces that are few', help: '' },
    'ownerMails.lowMetres': { label: 'Metres that are few', help: '' },
    socials: { label: 'Pages elsewhere', help: 'Such as Instagram.' },
    'socials.*': { label: 'Page' },
    'socials.*.network': { help: 'In small letters, such as instagram.' },
    'socials.*.name': { help: '' },
    'socials.*.url': { label: 'Address', help: '' },
    marquee: { label: 'Moving line above the header', help: 'One message on each line; empty for no line.' },
    features: { label: 'Promises below the slides' },
    'features.*': { label: 'Promise' },
    'features.*.icon': {
      label: 'Drawing',
      help: 'skin-friendly, natural-fibres, eco-friendly or biodegradable.',
    },
    'features.*.title': { help: '' },
    'features.*.text': { help: '' },
    whyUs: { label: 'Why us' },
    'whyUs.heading': { help: '' },
    'whyUs.text': { kind: 'paragraph', help: '' },
    'whyUs.points': { help: 'One on each line.' },
    'whyUs.image': { label: 'Picture' },
    'whyUs.imageAlt': { label: 'Description of the picture', help: 'For those who can’t see it.' },
  },
  delivery: {
    freeFromPaise: { label: 'Free from ₹', help: 'Goods of this sum or more are delivered free.' },
    codMaximumPaise: { label: 'Cash on delivery up to ₹', help: 'Orders of a higher total are paid online.' },
    zones: { help: 'A pincode belongs to the zone with the longest beginning that matches.' },
    'zones.*': { label: 'Zone' },
    'zones.*.name': { help: 'For yourself, such as South India.' },
    'zones.*.prefixes': {
      label: 'Pincodes that begin with',
      help: 'Digits with commas between them. One zone has “rest of India”.',
      kind: 'commas',
      emptyEntry: 'rest of India',
    },
    'zones.*.pricePaise': { label: 'Price ₹', help: '' },
    'zones.*.days': { label: 'Business days', help: '' },
    'zones.*.days.0': { label: 'Fewest days' },
    'zones.*.days.1': { label: 'Most days' },
    'zones.*.cod': { label: 'Cash on delivery', help: '' },
    'zones.*.codFeePaise': { label: 'Extra for cash ₹', help: '' },
  },
  home: {
    sections: { label: 'Sections of the home page', help: 'From the top. What is not listed is not shown.' },
    'sections.*': { label: 'Section' },
    'sections.*.shows': { label: 'Shows', help: '' },
    'sections.*.heading': { help: 'Empty for slides, features and why-us.' },
  },
  slides: {
    '': {
      label: 'Slides',
      help: 'From the first. A slide that leads to products which the shop does not have is left out.',
    },
    '*': { label: 'Slide' },
    '*.image': { label: 'Picture', help: 'Wide, such as slides/1.avif.' },
    '*.imageTall': { label: 'Picture for phones', help: 'Upright.' },
    '*.imageAlt': { label: 'Description of the picture', help: 'For those who can’t see it.' },
    '*.description': { help: 'One sentence, or empty.' },
    '*.custome_link': { label: 'Link', help: 'Such as /products?category=women.' },
    '*.linkText': { label: 'Text of the button', help: '' },
  },
  menus: {
    header: { label: 'Header', help: 'Beside the categories, on wide screens.' },
    'header.*': { label: 'Link' },
    'header.*.label': { label: 'Text', help: '' },
    'header.*.link': { label: 'Leads to', help: '' },
    mobile: { label: 'Menu of phones', help: 'Below the categories.' },
    'mobile.*': { label: 'Link' },
    'mobile.*.label': { label: 'Text', help: '' },
    'mobile.*.link': { label: 'Leads to', help: '' },
    footer: { label: 'Footer', help: 'The four policies must stay linked: the law requires it.' },
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
    'colors.cloth': { label: 'Areas', help: 'Background of areas that stand out slightly, such as the footer.' },
    'colors.ground': { label: 'Background' },
    'colors.line': { label: 'Lines', help: '' },
    'colors.ink': { label: 'Texts', help: '' },
    'colors.soft': { label: 'Less important texts', help: '' },
    'colors.indigo': { label: 'Buttons and links', help: 'Also the line above the header.' },
    'colors.indigo-deep': { label: 'Buttons under a finger or pointer', help: '' },
    'colors.madder': { label: 'Warnings', help: 'Also reduced prices and the count at the cart.' },
    'colors.turmeric': { label: 'Accents', help: '' },
    'colors.leaf': { label: 'What went well', help: '' },
    headings: { label: 'Letters of headings', help: 'With serifs or without.' },
    'fonts.texts': {
      label: 'Fonts for texts',
      help: 'The names of their files, one on each line; empty for the phone’s own.',
    },
    'fonts.headings': { label: 'Fonts for headings', help: 'The same, for headings.' },
    logo: { help: 'Beside the name: a picture or SVG such as brand/logo.svg; empty for the drawing.' },
    icon: { help: 'A square picture for tabs, home screens and shared links; empty for the drawing.' },
  },
  'gst-rates': {
    about: { label: 'Note for yourself', kind: 'paragraph', help: '' },
    rates: {
      label: 'Rates',
      help: 'The longest matching HSN applies, then the latest date. Add a row when the law changes.',
    },
    'rates.*': { label: 'Rate' },
    'rates.*.hsn': { label: 'HSN begins with', help: 'Empty for all others.' },
    'rates.*.from': { label: 'From', help: '' },
  },
  'size-guide': {
    women: { label: 'Women', help: '' },
    men: { label: 'Men', help: '' },
    children: { label: 'Children', help: '' },
    fabrics: { label: 'Fabrics', help: '' },
    '*.title': { label: 'Heading', help: '' },
    '*.columns': {
      label: 'Columns',
      help: 'The first is the name of the row. A column of words has no unit. A new column appears in the rows below.',
    },
    '*.columns.*': { label: 'Column' },
    '*.columns.*.key': { kind: 'key' },
    '*.columns.*.label': { label: 'Heading', help: '' },
    '*.columns.*.unit': { help: '' },
    '*.rows': { label: 'Rows', help: 'A number, or two such as 80–84. Empty shows a dash.', columns: 'columns' },
    '*.rows.*': { label: 'Row' },
    '*.notes': { label: 'Notes below the table', help: '', rows: 'Note' },
    '*.notes.*.value': { kind: 'paragraph', help: '' },
  },
  'size-figures': {
    women: { label: 'Women' },
    men: { label: 'Men' },
    children: { label: 'Children' },
    fabrics: { label: 'Fabrics' },
    '*.image': { label: 'Picture', help: 'Upright, 4 to 5.' },
    '*.imageAlt': { label: 'Description of the picture', help: 'For those who can’t see it.' },
    '*.lines': { label: 'Lines over the picture', help: 'At most six.' },
    '*.lines.*': { label: 'Line' },
    '*.lines.*.name': { label: 'What is measured', help: '' },
    '*.lines.*.how': { label: 'How to measure it', help: '' },
    '*.lines.*.from': { label: 'From', help: '' },
    '*.lines.*.from.0': { label: '% from the left' },
    '*.lines.*.from.1': { label: '% from the top' },
    '*.lines.*.to': { label: 'To', help: '' },
    '*.lines.*.to.0': { label: '% from the left' },
    '*.lines.*.to.1': { label: '% from the top' },
  },
  'search-words': {
    synonyms: {
      label: 'Words that mean the same',
      help: '“frock, dress” works in both directions. “pant > trousers, chinos” finds trousers and chinos for pant, but no pants for trousers.',
      rows: 'Line',
    },
    goods: {
      label: 'Kinds of goods',
      help: 'Lines of the same form. A search for one of these kinds shows no others before it.',
      rows: 'Line',
    },
    similar: {
      label: 'Similar goods',
      help: 'What is shown for kinds of goods that the shop may not have: “blanket > swaddle”.',
      rows: 'Line',
    },
    persons: { label: 'Persons', help: 'For whom goods are: “men, gents”.', rows: 'Line' },
    '*.*.value': { kind: 'paragraph', help: '' },
    clothes: {
      label: 'Words for cloth',
      help: 'They mean clothes beside a person, as in “men kapda”. With spaces between them.',
      kind: 'paragraph',
    },
    ignored: {
      label: 'Words that are not searched for',
      help: 'Such as “for” and “with”, with spaces between them.',
      kind: 'paragraph',
    },
    hints: {
      label: 'Words that only sort',
      help: 'Goods with them come first, but need not have them: “gift birthday”, with spaces between them.',
      kind: 'paragraph',
    },
  },
  'search-limits': {
    below: { label: 'Highest price', help: 'Words before or after it, such as “under”. One on each line.' },
    above: { label: 'Lowest price', help: 'Words before or after it, such as “above”. One on each line.' },
    between: { label: 'Between two prices', help: 'Words before or after them. One on each line.' },
    to: { label: 'From one to another', help: 'Words and signs between two prices or ages. One on each line.' },
    currency: { label: 'Rupees', help: 'Words and signs. One on each line.' },
    thousand: { label: 'Thousand', help: 'Words after a number, such as “k”. One on each line.' },
    years: { label: 'Years of age', help: 'Words after a number. One on each line.' },
    months: { label: 'Months of age', help: 'Words after a number. One on each line.' },
    old: { label: 'After an age', help: 'Words without a meaning of their own, such as “old”. One on each line.' },
    measures: { label: 'Units', help: 'A number before one is not a price: “metre”. One on each line.' },
    size: { label: 'Beside a size', help: 'Words such as “size”. One on each line.' },
    sizes: {
      label: 'Names of sizes',
      help: 'What shoppers type, and your sizes: “38 > M”. One on each line.',
    },
  },
  colors: {
    '*': { label: 'Colour' },
    '*.value': {
      label: 'Words in names of colours',
      help: 'One word, or two with a space, in small letters, and the colour of the dot beside a name. A word that another colour has moves to this one.',
    },
    '*.value.*': { label: 'Word' },
    '*.value.*.value': { label: 'Colour', help: '' },
  },
  'goods-colors': {
    '': { label: 'Kinds of goods', help: '' },
    '*': { label: 'Kind' },
    '*.goods': {
      label: 'Words in the addresses of their categories',
      help: 'Such as earrings, with commas between them.',
      kind: 'commas',
    },
    '*.families': { label: 'Their colours', help: '' },
    '*.families.*': { label: 'Colour in the filter' },
    '*.families.*.value': { label: 'Words in names of colours', help: '' },
    '*.families.*.value.*': { label: 'Word' },
    '*.families.*.value.*.value': { label: 'Colour', help: '' },
  },
};

/** The name of a field as a label: `legalName` becomes "Legal name". */
export function labelOf(name: string): string {
  const words = name
    .replace(/(?:Paise|Bp)$/, '')
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
