import { optionKind } from '#lib/catalog/catalog.ts';
import type { CatalogueRecord, ImageRecord, ProductRecord, VariantRecord } from '#lib/catalog/catalog-record.ts';
import { optionValue } from '#lib/catalog/option-values.ts';
import type { ShopifyHeader } from '#lib/catalog/shopify-columns.ts';
import type { ShopifyGroup, ShopifyRow } from '#lib/catalog/shopify-groups.ts';
import type { TaxonomyKind, TaxonomyNames } from '#lib/catalog/shopify-taxonomy.ts';

export interface ShopifyProduct {
  record: ProductRecord;
  /** Brands, categories… that the product names and the shop does not have yet. */
  added: CatalogueRecord[];
  /** The line of each variant. */
  variantLines: number[];
  warnings: string[];
  /** Tags that name nothing in this shop. */
  unknownTags: string[];
}

/** A row that makes its whole product unreadable. */
export class RowProblem extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const OPTIONS = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const;

/**
 * Makes a record of a product's rows. Columns that the file lacks, and what a CSV can't say (cloth by the metre, care,
 * reviews), are kept from the record that the shop has. Throws a RowProblem.
 */
export function shopifyProduct(
  group: ShopifyGroup,
  header: ShopifyHeader,
  names: TaxonomyNames,
  old: ProductRecord | undefined,
): ShopifyProduct {
  const first = group.rows[0];
  if (!first) throw new RowProblem(group.line, 'has no rows');
  const has = (field: Parameters<ShopifyRow['get']>[0]) => header.at.has(field);
  const name = first.get('title') || old?.name;
  if (!name) throw new RowProblem(group.line, `product "${group.handle}" has no Title in its first line`);
  const { options, variants, variantLines } = readVariants(group, has, old);
  const kinds = readTaxonomy(first, has, names, old);
  const record: ProductRecord = {
    ...(old ?? { categories: [] }),
    ...kinds.fields,
    type: 'product',
    slug: group.handle,
    name,
    sell_unit: old?.sell_unit ?? 'piece',
    options,
    variants,
    images: readImages(group, has, name, options, variants, old),
  };
  if (has('body')) record.long_content = first.get('body');
  if (has('seoTitle')) record.seo_title = first.get('seoTitle');
  if (has('seoDescription')) record.seo_description = first.get('seoDescription');
  if (has('status') || has('published')) record.status = isShown(first) ? 'active' : 'draft';
  return { record, added: kinds.added, variantLines, warnings: kinds.warnings, unknownTags: kinds.unknownTags };
}

export function isGiftCard(group: ShopifyGroup): boolean {
  return isTrue(group.rows[0]?.get('giftCard') ?? '');
}

function isTrue(text: string): boolean {
  return /^(true|yes|1)$/i.test(text);
}

function isShown(row: ShopifyRow): boolean {
  const status = row.get('status').toLowerCase();
  if (status !== '' && status !== 'active') return false;
  const published = row.get('published');
  return published === '' || isTrue(published);
}

function readVariants(group: ShopifyGroup, has: Has, old: ProductRecord | undefined) {
  const first = group.rows[0]!;
  const named = OPTIONS.map(([nameField]) => first.get(nameField));
  const isSimple =
    !named[0] || (named[0].toLowerCase() === 'title' && /^(default title|)$/i.test(first.get('option1Value')));
  if (!has('option1Name') && old) return { options: old.options, ...withoutOptions(group, has, old) };
  const labels = isSimple ? [] : named.filter((label) => label !== '');
  const gap = named.findIndex((label, at) => label !== '' && at > 0 && named[at - 1] === '');
  if (!isSimple && gap > 0) throw new RowProblem(first.line, `Option${gap + 1} Name stands without Option${gap} Name`);
  const variants: VariantRecord[] = [];
  const variantLines: number[] = [];
  for (const [at, row] of group.rows.entries()) {
    const values = OPTIONS.map(([, valueField]) => row.get(valueField));
    const hasVariant = at === 0 || values.some((value) => value !== '');
    if (!hasVariant) {
      if (row.get('sku') || row.get('price'))
        throw new RowProblem(row.line, 'has a price or SKU, but no Option1 Value');
      continue;
    }
    const byLabel = labels.map((label, place) => [label, values[place] ?? ''] as const);
    const empty = byLabel.find(([, value]) => value === '');
    if (empty) throw new RowProblem(row.line, `has no value for the option "${empty[0]}"`);
    const extra = values.findIndex((value, place) => value !== '' && place >= labels.length);
    if (labels.length > 0 && extra !== -1)
      throw new RowProblem(row.line, `has an Option${extra + 1} Value without a name`);
    variants.push(readVariant(row, labels.length > 0 ? Object.fromEntries(byLabel) : undefined, has, old));
    variantLines.push(row.line);
  }
  return { options: labels.length > 0 ? labels : undefined, variants, variantLines };
}

/** A file without option columns changes the variants that its SKUs name, or the only one. */
function withoutOptions(group: ShopifyGroup, has: Has, old: ProductRecord) {
  const variants = old.variants.map((variant) => ({ ...variant }));
  for (const row of group.rows) {
    const sku = row.get('sku');
    const at = variants.length === 1 ? 0 : variants.findIndex((variant) => sku !== '' && variant.sku === sku);
    const before = variants[at];
    if (!before) {
      if (sku || row.get('price')) throw new RowProblem(row.line, 'names no variant: there are no option columns');
      continue;
    }
    variants[at] = readVariant(row, before.values, has, old, before);
  }
  return { variants, variantLines: variants.map(() => group.line) };
}

type Has = (field: Parameters<ShopifyRow['get']>[0]) => boolean;

function readVariant(
  row: ShopifyRow,
  values: Record<string, string> | undefined,
  has: Has,
  product: ProductRecord | undefined,
  known?: VariantRecord,
): VariantRecord {
  const old = known ?? oldVariant(row.get('sku'), values, product);
  const variant: VariantRecord = { ...(old ?? { price: 0, quantity: 0 }) };
  if (values) variant.values = values;
  if (has('price') || !old) Object.assign(variant, readPrices(row));
  if (has('sku')) variant.sku = row.get('sku').replace(/^'/, '') || undefined;
  if (has('barcode')) variant.barcode = row.get('barcode').replace(/^'/, '') || undefined;
  if (has('grams')) variant.weight_g = readNumber(row, 'grams', 'weight');
  // A CSV counts pieces; what is left of cloth is in its bolts.
  if (product?.sell_unit !== 'metre' && has('quantity'))
    variant.quantity = Math.max(0, readNumber(row, 'quantity', 'quantity') ?? 0);
  return variant;
}

function oldVariant(sku: string, values: Record<string, string> | undefined, product: ProductRecord | undefined) {
  const options = product?.options ?? [];
  const same = (a: Record<string, string> = {}, b: Record<string, string> = {}) =>
    options.every((option) => optionValue(a, option) === optionValue(b, option)) &&
    Object.keys(b).length === options.length;
  const bySku = sku === '' ? undefined : product?.variants.find((variant) => variant.sku === sku);
  return bySku ?? product?.variants.find((variant) => same(variant.values, values));
}

/** The price before a sale is what others call the compare-at price. */
function readPrices(row: ShopifyRow): { price: number; sale_price: number | undefined } {
  const price = readNumber(row, 'price', 'price');
  if (price === undefined) throw new RowProblem(row.line, 'has no price');
  const before = readNumber(row, 'compareAt', 'compare-at price');
  return before !== undefined && before > price
    ? { price: before, sale_price: price }
    : { price, sale_price: undefined };
}

function readNumber(
  row: ShopifyRow,
  field: 'price' | 'compareAt' | 'quantity' | 'grams',
  what: string,
): number | undefined {
  const text = row.get(field).replace(/^'/, '');
  if (text === '') return undefined;
  if (!/^-?\d+(\.\d+)?$/.test(text))
    throw new RowProblem(row.line, `${what} "${text}" is not a plain number such as 1299.50`);
  return Number(text);
}

function readImages(
  group: ShopifyGroup,
  has: Has,
  name: string,
  options: string[] | undefined,
  variants: VariantRecord[],
  old: ProductRecord | undefined,
): ImageRecord[] | undefined {
  if (!has('imageSrc')) return old?.images;
  const images = new Map<string, { image: ImageRecord; position: number }>();
  const put = (src: string, alt: string, position: number) => {
    if (src === '' || images.has(src)) return;
    const before = old?.images?.find((image) => image.src === src);
    const kept = before?.color === undefined ? {} : { color: before.color };
    images.set(src, {
      image: { src, alt: alt || (has('imageAlt') ? name : (before?.alt ?? name)), ...kept },
      position,
    });
  };
  for (const row of group.rows) {
    const position = Number(row.get('imagePosition'));
    put(row.get('imageSrc'), row.get('imageAlt'), Number.isFinite(position) && position > 0 ? position : 1e9);
  }
  for (const row of group.rows) put(row.get('variantImage'), '', 1e9);
  const colorOption = options?.find((label) => optionKind(label) === 'color');
  if (colorOption !== undefined) nameColors(group, variants, colorOption, images);
  return [...images.values()].sort((a, b) => a.position - b.position).map(({ image }) => image);
}

/** A picture that only variants of one colour show, shows that colour. */
function nameColors(
  group: ShopifyGroup,
  variants: VariantRecord[],
  colorOption: string,
  images: Map<string, { image: ImageRecord }>,
): void {
  const variantRows = group.rows.filter((row, at) => at === 0 || OPTIONS.some(([, value]) => row.get(value) !== ''));
  const colors = new Map<string, Set<string>>();
  for (const [at, row] of variantRows.entries()) {
    const src = row.get('variantImage');
    const color = optionValue(variants[at]?.values, colorOption);
    if (src !== '' && color !== undefined) colors.set(src, (colors.get(src) ?? new Set()).add(color));
  }
  for (const [src, shown] of colors) {
    const entry = images.get(src);
    const [color] = shown;
    if (entry && color !== undefined && shown.size === 1) entry.image.color = color;
  }
}

function readTaxonomy(first: ShopifyRow, has: Has, names: TaxonomyNames, old: ProductRecord | undefined) {
  const added: CatalogueRecord[] = [];
  const warnings: string[] = [];
  const fields: Partial<ProductRecord> = {};
  const resolve = (kind: TaxonomyKind, name: string) => {
    const found = names.resolve(kind, name);
    if (!found) warnings.push(`${kind} "${name}" is left out: it has no Latin letters for an address`);
    if (found?.added) added.push(found.added);
    return found?.slug;
  };
  if (has('vendor')) {
    const vendor = first.get('vendor');
    const isSame = old?.brand !== undefined && names.nameOf('brand', old.brand) === vendor;
    fields.brand = vendor === '' ? undefined : isSame ? old.brand : resolve('brand', vendor);
  }
  const tagged = readTags(first.get('tags'), names);
  for (const kind of ['category', 'collection', 'material'] as const) {
    for (const slug of tagged[kind]) {
      if (names.nameOf(kind, slug) === undefined)
        added.push({ type: kind, slug, name: tagged.nameFor(kind, slug, first) });
    }
  }
  const typed = first.get('type') || (first.get('productCategory').split('>').at(-1) ?? '').trim();
  fields.categories = categoriesOf(typed, tagged.category, names, resolve, old);
  const collection = first.get('collection');
  const collections = [...tagged.collection, ...(collection === '' ? [] : [resolve('collection', collection) ?? ''])];
  if (has('tags') || has('collection')) fields.collections = collections.filter((slug) => slug !== '');
  if (has('tags')) fields.material = tagged.material[0] ?? undefined;
  return { fields, added, warnings, unknownTags: tagged.unknown };
}

function categoriesOf(
  typed: string,
  tagged: string[],
  names: TaxonomyNames,
  resolve: (kind: TaxonomyKind, name: string) => string | undefined,
  old: ProductRecord | undefined,
): string[] {
  if (tagged.length > 0) return tagged;
  const before = old?.categories ?? [];
  if (typed === '') return before;
  if (before[0] !== undefined && names.find('category', typed).includes(before[0])) return before;
  const slug = resolve('category', typed);
  return slug === undefined ? before : [slug];
}

/** `category:women-kurtas` says what it is; a bare tag counts when the shop has something by that name. */
function readTags(text: string, names: TaxonomyNames) {
  const tags = {
    category: [] as string[],
    collection: [] as string[],
    material: [] as string[],
    unknown: [] as string[],
  };
  for (const tag of text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const exact = /^(category|collection|material):([a-z0-9_-]+)$/.exec(tag);
    if (exact) {
      tags[exact[1] as 'category'].push(exact[2] ?? '');
      continue;
    }
    const kind = (['collection', 'material'] as const).find((candidate) => names.find(candidate, tag).length > 0);
    if (kind) tags[kind].push(names.find(kind, tag)[0] ?? '');
    else tags.unknown.push(tag);
  }
  const nameFor = (kind: TaxonomyKind, slug: string, row: ShopifyRow) =>
    kind === 'category' && slug === tags.category[0] && row.get('type') !== '' ? row.get('type') : capitalised(slug);
  return { ...tags, nameFor };
}

function capitalised(slug: string): string {
  const words = slug.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
