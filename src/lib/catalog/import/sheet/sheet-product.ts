import { mergeCategories } from '#lib/catalog/import/csv/csv-categories.ts';
import type { CsvProduct } from '#lib/catalog/import/csv/csv-items.ts';
import type { CsvRules } from '#lib/catalog/import/csv/csv-rules.ts';
import { NamedValues } from '#lib/catalog/import/csv/named-values.ts';
import { RowError, slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ImageRecord, ProductPatch, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { unitOfPrice } from '#lib/catalog/import/record/rupees.ts';
import type { SheetColumn, SheetField } from '#lib/catalog/import/sheet/sheet-fields.ts';
import type { SheetGroup } from '#lib/catalog/import/sheet/sheet-rows.ts';
import { parseList, parsePictures, parseUnit, textToHtml } from '#lib/catalog/import/sheet/sheet-values.ts';
import { sheetVariants } from '#lib/catalog/import/sheet/sheet-variants.ts';
import { mergeImages } from '#lib/catalog/import/shopify/shopify-images.ts';
import { ATTRIBUTES, type Attribute, optionFacetOf } from '#lib/catalog/listing-index/facets/facets.ts';

const PLAIN_TEXTS = ['fibre', 'origin', 'maker'] as const;

/**
 * Returns the product in the rows of a plain sheet. A field whose cells are all empty does not change. Throws a
 * RowError if a value is missing or invalid.
 */
export function sheetProduct(
  group: SheetGroup,
  columns: readonly SheetColumn[],
  names: TaxonomyNames,
  old: ProductRecord | undefined,
  rules: CsvRules,
): CsvProduct {
  const get = (field: SheetField) => group.rows.map((row) => row.get(field)).find((cell) => cell !== '') ?? '';
  if (group.handle === '') {
    throw new RowError(group.line, `"${get('name')}" has no Latin letters for a URL: add a column "Handle"`);
  }
  const name = get('name') || old?.name;
  if (!name) throw new RowError(group.line, `"${group.handle}" is not a product of the shop, and has no name`);
  const { options, variants, variantLines } = sheetVariants(group, columns, old, rules.removesMissing);
  const values = new NamedValues(names);
  const record: ProductPatch = {
    ...readTaxonomy(get, values, old, rules),
    ...readTexts(get),
    type: 'product',
    slug: group.handle,
    name: get('name') || undefined,
    sell_unit: sellUnitOf(group, columns, get('unit'), old),
    options,
    variants,
    images: imagesOf(group, name, options, old, rules.removesMissing),
  };
  if (get('minimum') !== '') record.min_quantity = minimumOf(group, get('minimum'));
  return { record, newRecords: values.newRecords, variantLines, warnings: values.warnings, unknownTags: [] };
}

function readTexts(get: (field: SheetField) => string): Partial<ProductPatch> {
  const texts: Partial<ProductPatch> = {};
  for (const field of PLAIN_TEXTS) if (get(field) !== '') texts[field] = get(field);
  if (get('description') !== '') texts.long_content = textToHtml(get('description'));
  if (get('tags') !== '') texts.tags = parseList(get('tags'));
  if (get('care') !== '') texts.care = parseList(get('care').replaceAll(/[.]\s+/g, '\n'));
  return texts;
}

function readTaxonomy(
  get: (field: SheetField) => string,
  values: NamedValues,
  old: ProductRecord | undefined,
  rules: CsvRules,
) {
  const fields: Pick<ProductPatch, 'brand' | 'categories' | 'collections' | Attribute> = {
    categories: categoriesIn(get, values, old, rules),
  };
  const vendor = get('brand');
  const brand = rules.brandOf(vendor);
  if (vendor !== '') fields.brand = brand === '' ? null : (values.slugOf('brand', brand) ?? null);
  for (const name of ATTRIBUTES) if (get(name) !== '') fields[name] = values.slugOf(name, get(name)) ?? null;
  const collections = parseList(get('collection')).flatMap((name) => values.slugOf('collection', name) ?? []);
  if (collections.length > 0) {
    const oldCollections = rules.removesMissing ? [] : (old?.collections ?? []);
    fields.collections = [...new Set([...oldCollections, ...collections])];
  }
  return fields;
}

function categoriesIn(
  get: (field: SheetField) => string,
  values: NamedValues,
  old: ProductRecord | undefined,
  rules: CsvRules,
): string[] | undefined {
  const subcategory = get('subcategory');
  const paths = parseList(get('category')).map((path) => path.split('>').flatMap((step) => step.trim() || []));
  if (subcategory !== '') paths[0] = [...(paths[0] ?? []), subcategory];
  const slugs = paths.flatMap((path) => categoryAt(path, values) ?? []);
  return mergeCategories([...new Set(slugs)], old, values.names, rules.removesMissing);
}

/**
 * Returns the slug of the category at a path, or undefined if the path is empty. The shop has two levels of categories,
 * so a longer path is reduced to its first and last step.
 */
function categoryAt(path: string[], values: NamedValues): string | undefined {
  const [topName, lastName] = [path[0], path.length > 1 ? path.at(-1) : undefined];
  if (topName === undefined) return undefined;
  const topSlug = findOrAddCategory(topName, undefined, values);
  return lastName === undefined ? topSlug : (findOrAddCategory(lastName, topSlug, values) ?? topSlug);
}

/**
 * Returns the slug of the category with this name. If `parent` is set, the category must be below `parent` or at the
 * top level. If there is no such category, adds a record for it. If another parent has a category with this name, the
 * new slug begins with the slug of `parent`. Returns undefined if the name can't become a slug.
 */
function findOrAddCategory(name: string, parent: string | undefined, values: NamedValues): string | undefined {
  const { names } = values;
  const existingSlug = names.categoryNamed(name, parent === undefined ? [] : [parent]);
  const fitsParent =
    existingSlug !== undefined && (parent === undefined || [parent, undefined].includes(names.parentOf(existingSlug)));
  if (fitsParent) return existingSlug;
  const slug = slugOf(parent === undefined || existingSlug === undefined ? name : `${parent} ${name}`);
  if (slug === '') return undefined;
  if (names.nameOf('category', slug) !== undefined) return slug;
  const isTopLevelParent = parent !== undefined && names.parentOf(parent) === undefined;
  values.add({ type: 'category', slug, name, ...(isTopLevelParent ? { parent } : {}) });
  return slug;
}

function sellUnitOf(
  group: SheetGroup,
  columns: readonly SheetColumn[],
  unitCell: string,
  old: ProductRecord | undefined,
): 'piece' | 'metre' | undefined {
  const prices = group.rows.flatMap((row) => row.all('price'));
  const unitText = unitCell || prices.map(({ cell }) => unitOfPrice(cell)).find((unit) => unit !== undefined);
  if (unitText !== undefined) {
    const unit = parseUnit(unitText);
    if (!unit) throw new RowError(group.line, `unit "${unitText}" is neither piece nor metre`);
    return unit;
  }
  if (old) return undefined;
  if (columns.some(({ use }) => use === 'unit')) return 'piece';
  return prices.some(({ column }) => /\b(m|mtr|metre|meter)\b/i.test(column)) ? 'metre' : 'piece';
}

function minimumOf(group: SheetGroup, cell: string): number {
  const minimum = Number(/^\d+(\.\d+)?/.exec(cell)?.[0]);
  if (!(minimum > 0)) throw new RowError(group.line, `minimum "${cell}" is not a number such as 2 or 0.5`);
  return minimum;
}

function imagesOf(
  group: SheetGroup,
  name: string,
  options: readonly string[],
  old: ProductRecord | undefined,
  removesMissing: boolean,
): ImageRecord[] | undefined {
  const colorsBySrc = new Map<string, Set<string>>();
  const hasColor = options.some((label) => optionFacetOf(label) === 'color');
  let color = '';
  for (const row of group.rows) {
    color = row.get('colour') || color;
    for (const src of row.all('image').flatMap(({ cell }) => parsePictures(cell))) {
      colorsBySrc.set(src, (colorsBySrc.get(src) ?? new Set()).add(color));
    }
  }
  const images = [...colorsBySrc].map(([src, imageColors]): ImageRecord => {
    const oldImage = old?.images?.find((image) => image.src === src);
    const [imageColorName = ''] = imageColors;
    const imageColor = hasColor && imageColors.size === 1 && imageColorName !== '' ? imageColorName : oldImage?.color;
    return { src, alt: oldImage?.alt ?? name, ...(imageColor === undefined ? {} : { color: imageColor }) };
  });
  if (images.length === 0) return undefined;
  return !old || removesMissing ? images : mergeImages(images, old.images ?? []);
}
