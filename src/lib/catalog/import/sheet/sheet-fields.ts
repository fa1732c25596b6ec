import type { Attribute } from '#lib/catalog/listing-index/facets/facets.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';

export const SHEET_FIELDS = {
  name: {
    meaning: 'the name of the product',
    names: ['name', 'item', 'item name', 'product', 'product name', 'title'],
  },
  price: {
    meaning: 'what a piece or a metre costs',
    names: ['price', 'rate', 'selling price', 'sale price', 'offer price', 'our price', 'sp', 'cost price to customer'],
  },
  mrp: {
    meaning: 'the price before a reduction',
    names: ['mrp', 'm r p', 'compare at price', 'old price', 'list price', 'regular price', 'price before'],
  },
  size: {
    meaning: 'the size; S, M, L in one cell are three sizes',
    names: ['size', 'sizes', 'ring size', 'bangle size'],
  },
  colour: { meaning: 'the colour', names: ['colour', 'color', 'colours', 'colors', 'shade'] },
  age: { meaning: 'the age group', names: ['age', 'ages', 'age group'] },
  option: { meaning: 'another option, named after the column', names: [] },
  stock: {
    meaning: 'the stock in pieces or metres; 20 + 15.5 are two bolts',
    names: [
      ...['stock', 'qty', 'quantity', 'in stock', 'available', 'available qty', 'balance', 'closing stock'],
      ...['pieces', 'pcs', 'metres', 'meters', 'stock in metres', 'stock in meters', 'stock qty'],
    ],
  },
  image: {
    meaning: 'file names or URLs of the pictures',
    names: [
      ...['image', 'images', 'photo', 'photos', 'picture', 'pictures', 'image name', 'photo name', 'image url'],
      ...['image file', 'photo file'],
    ],
  },
  hsn: { meaning: 'the HSN code', names: ['hsn', 'hsn code', 'hsn sac', 'hs code'] },
  category: {
    meaning: 'the category; Women > Kurtas is a category and its subcategory',
    names: ['category', 'categories', 'type', 'product type'],
  },
  subcategory: { meaning: 'the subcategory, one level below the category', names: ['subcategory', 'sub category'] },
  unit: { meaning: 'piece or metre', names: ['unit', 'units', 'uom', 'sold by', 'selling unit', 'sold in'] },
  sku: {
    meaning: 'your own product code',
    names: [
      ...['sku', 'code', 'item code', 'product code', 'style code', 'style no', 'design no', 'design number'],
      ...['article no', 'item no', 'model no'],
    ],
  },
  brand: { meaning: 'the brand that customers see', names: ['brand', 'brand name', 'vendor', 'make'] },
  material: { meaning: 'the material, for the filter', names: ['material', 'fabric', 'cloth'] },
  fibre: { meaning: 'the composition in percent', names: ['fibre', 'fiber', 'composition', 'fabric composition'] },
  description: {
    meaning: 'the text on the product page',
    names: ['description', 'details', 'about', 'product description'],
  },
  care: { meaning: 'care instructions', names: ['care', 'wash care', 'washing', 'care instructions'] },
  origin: { meaning: 'the country of origin', names: ['origin', 'country of origin', 'made in'] },
  maker: { meaning: 'name and address of the maker', names: ['maker', 'manufacturer', 'packer', 'manufactured by'] },
  tags: { meaning: 'search keywords', names: ['tags', 'keywords', 'search words'] },
  collection: { meaning: 'one of your collections', names: ['collection'] },
  barcode: { meaning: 'the number below the bars', names: ['barcode', 'ean', 'upc', 'gtin'] },
  weight: {
    meaning: 'the weight in grams, or with a unit, such as 0.5 kg',
    names: ['weight', 'grams', 'weight in grams'],
  },
  minimum: { meaning: 'the minimum order quantity', names: ['minimum', 'min qty', 'minimum order', 'moq'] },
  handle: { meaning: 'the last part of the URL of the product page', names: ['handle', 'slug', 'url handle'] },
} as const satisfies Record<string, FieldDescription> & Record<Attribute, FieldDescription>;

interface FieldDescription {
  meaning: string;
  names: readonly string[];
}

export type SheetField = keyof typeof SHEET_FIELDS;
export type ColumnUse = SheetField | '-';

const REPEATABLE_USES: readonly ColumnUse[] = ['image', 'option', '-'];

export interface SheetColumn {
  name: string;
  use: ColumnUse;
  isGuessed: boolean;
}

/**
 * Returns the name of a column in NFKC and lower case, without text in brackets, punctuation, and a number or unit at
 * the end: for example "price" for "Price (₹)*", "rate" for "Rate per mtr" and "image" for "Image 2".
 */
export function plainColumnName(name: string): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
  return words
    .replace(/ \d+$/, '')
    .replace(/ (in )?(rs|inr)$/, '')
    .replace(/ (per )?(pc|piece|m|mtr|metre|meter)$/, '');
}

export function guessedField(name: string): SheetField | undefined {
  const plainName = plainColumnName(name);
  const entry = Object.entries(SHEET_FIELDS).find(([, { names }]) => (names as readonly string[]).includes(plainName));
  return entry?.[0] as SheetField | undefined;
}

/**
 * Returns each column with the use that the owner has chosen, or with the use that its name suggests if the owner has
 * chosen none. A use is suggested for only one column, unless several columns may have it.
 */
export function sheetColumns(
  names: readonly string[],
  chosenUseOf: (name: string) => ColumnUse | undefined,
): SheetColumn[] {
  const chosenUses = names.map((name) => (name.trim() === '' ? '-' : chosenUseOf(name)));
  const usedFields = new Set(chosenUses.filter((use) => use !== undefined && !REPEATABLE_USES.includes(use)));
  const columns = names.map((name, index): SheetColumn => {
    const use = chosenUses[index];
    if (use !== undefined) return { name, use, isGuessed: false };
    const guess = guessedField(name) ?? '-';
    if (usedFields.has(guess)) return { name, use: '-', isGuessed: true };
    if (!REPEATABLE_USES.includes(guess)) usedFields.add(guess);
    return { name, use: guess, isGuessed: true };
  });
  // If there is no price column, the MRP is the price.
  if (!columns.some(({ use }) => use === 'price')) {
    const mrp = columns.find(({ use, isGuessed }) => use === 'mrp' && isGuessed);
    if (mrp) mrp.use = 'price';
  }
  return columns;
}

/** Returns the reason why a sheet with these columns can’t be imported, or undefined if it can. */
export function columnsProblem(columns: readonly SheetColumn[]): string | undefined {
  const uses = columns.map(({ use }) => use);
  if (!uses.includes('name') && !uses.includes('handle')) {
    return 'no column is known to contain the names of the products';
  }
  const repeatedUse = uses.find((use, index) => !REPEATABLE_USES.includes(use) && uses.indexOf(use) !== index);
  if (repeatedUse === undefined) return undefined;
  const names = columns.filter(({ use }) => use === repeatedUse).map(({ name }) => `"${name}"`);
  return `only one column can be the ${repeatedUse}, not ${names.join(' and ')}`;
}

/**
 * Parses a mapping such as `Rate=price; Remarks=-`, which may also have one column per line. Throws a RangeError with a
 * message for the owner if the text is not such a mapping.
 */
export function parseColumnMapping(text: string): Map<string, ColumnUse> {
  const mapping = new Map<string, ColumnUse>();
  for (const line of text.split(/[;\r\n]+/).map((part) => part.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const separatorIndex = line.lastIndexOf('=');
    if (separatorIndex < 1) throw new RangeError(`"${line}" does not have the form Rate=price`);
    mapping.set(line.slice(0, separatorIndex).trim(), columnUse(line.slice(separatorIndex + 1)));
  }
  return mapping;
}

/**
 * Parses the use that the owner has typed. Throws a RangeError with a message for the owner if there is no such use.
 */
export function columnUse(text: string): ColumnUse {
  const normalizedText = text.trim().toLowerCase();
  if (['', '-', 'none', 'not used'].includes(normalizedText)) return '-';
  if (normalizedText === 'color') return 'colour';
  if (Object.hasOwn(SHEET_FIELDS, normalizedText)) return normalizedText as SheetField;
  const fields = Object.keys(SHEET_FIELDS);
  const hint = didYouMean(normalizedText, fields);
  throw new RangeError(
    `"${text.trim()}" is not one of ${fields.join(', ')}, or - for a column not used${hint && `.${hint}`}`,
  );
}
