const COLUMN_NAMES = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  body: ['body (html)', 'body html', 'description'],
  vendor: ['vendor'],
  productCategory: ['product category', 'standardized product type', 'standard product type'],
  type: ['type', 'custom product type'],
  tags: ['tags'],
  collection: ['collection'],
  published: ['published', 'published on online store'],
  status: ['status'],
  option1Name: ['option1 name'],
  option1Value: ['option1 value'],
  option2Name: ['option2 name'],
  option2Value: ['option2 value'],
  option3Name: ['option3 name'],
  option3Value: ['option3 value'],
  sku: ['variant sku', 'sku'],
  grams: ['variant grams', 'weight value (grams)'],
  quantity: ['variant inventory qty', 'inventory quantity'],
  price: ['variant price', 'price'],
  compareAt: ['variant compare at price', 'variant compare-at price', 'compare-at price', 'compare at price'],
  barcode: ['variant barcode', 'barcode'],
  // Shopify's product CSV has no column for HSN codes. Its inventory CSV and tools that add the column use these names.
  hsn: [
    'hs code',
    'variant hs code',
    'harmonized system code',
    'variant harmonized system code',
    'hsn',
    'hsn code',
    'variant hsn',
    'variant hsn code',
  ],
  imageSrc: ['image src', 'product image url'],
  imagePosition: ['image position'],
  imageAlt: ['image alt text'],
  variantImage: ['variant image', 'variant image url'],
  giftCard: ['gift card'],
  seoTitle: ['seo title'],
  seoDescription: ['seo description'],
} as const;

export type ShopifyField = keyof typeof COLUMN_NAMES;

const IGNORED_PATTERNS = [
  /^option[123] linked to$/,
  /^variant (inventory tracker|inventory policy|fulfillment service|requires shipping|taxable|weight unit|tax code)$/,
  /^(inventory tracker|continue selling when out of stock|weight unit for display|requires shipping|fulfillment service)$/,
  /^(charge tax|tax code|cost per item|variant id|id|template suffix)$/,
  /^(variant )?unit price (total measure|base measure)( unit)?$/,
  /^google shopping \/ /,
  /^(included|price|compare[- ]at price) \/ /,
  /\(product\.metafields\.[^)]+\)$/,
  /^(variant )?metafield: /,
];

export interface ShopifyHeader {
  /** The position of each field's column, counted from 0. */
  positions: ReadonlyMap<ShopifyField, number>;
  columnCount: number;
  ignoredColumns: string[];
  unknownColumns: string[];
}

/**
 * Parses the header row of a product CSV. Returns the problem if the row is not a valid header. `stockColumn` is the
 * name of the stock column, if it differs from Shopify's.
 */
export function parseShopifyHeader(fields: string[], stockColumn?: string): ShopifyHeader | { problem: string } {
  const positions = new Map<ShopifyField, number>();
  const ignoredColumns: string[] = [];
  const unknownColumns: string[] = [];
  for (const [index, name] of fields.entries()) {
    const columnName = normalizedName(name);
    const field =
      stockColumn === undefined ? fieldOf(columnName) : fieldWithStockColumn(columnName, normalizedName(stockColumn));
    if (field && positions.has(field)) return { problem: `the column "${name}" appears twice` };
    if (field) positions.set(field, index);
    else if (columnName !== '')
      (IGNORED_PATTERNS.some((pattern) => pattern.test(columnName)) ? ignoredColumns : unknownColumns).push(name);
  }
  if (!positions.has('title') && !positions.has('handle')) {
    return {
      problem: 'the first line has neither a "Title" nor a "Handle" column: is it a product CSV, separated by commas?',
    };
  }
  if (stockColumn !== undefined && !positions.has('quantity'))
    return { problem: `there is no column "${stockColumn}"` };
  return { positions, columnCount: fields.length, ignoredColumns, unknownColumns };
}

function normalizedName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

function fieldWithStockColumn(columnName: string, stockColumn: string): ShopifyField | undefined {
  if (columnName === stockColumn) return 'quantity';
  const field = fieldOf(columnName);
  return field === 'quantity' ? undefined : field;
}

function fieldOf(columnName: string): ShopifyField | undefined {
  const entry = Object.entries(COLUMN_NAMES).find(([, names]) => (names as readonly string[]).includes(columnName));
  return entry?.[0] as ShopifyField | undefined;
}

export const EXPORT_COLUMNS = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Option3 Name',
  'Option3 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Qty',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Barcode',
  'HS Code',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Variant Image',
  'SEO Title',
  'SEO Description',
  'Status',
] as const;

const SHOPIFY_ONLY_FIELDS: readonly ShopifyField[] = [
  'option1Name',
  'option1Value',
  'imageSrc',
  'published',
  'productCategory',
];

/**
 * Returns whether a header row belongs to a Shopify product CSV. `isSheetColumn` returns whether a name is the column
 * name of a plain sheet.
 */
export function isShopifyHeader(columnNames: readonly string[], isSheetColumn: (name: string) => boolean): boolean {
  const fields = columnNames.map((name) => fieldOf(normalizedName(name)));
  if (fields.some((field) => field !== undefined && SHOPIFY_ONLY_FIELDS.includes(field))) return true;
  if (!fields.includes('handle') && !fields.includes('title')) return false;
  return columnNames.every((name, index) => fields[index] !== undefined || !isSheetColumn(name));
}
