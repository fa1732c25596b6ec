import { optionKind } from '#lib/catalog/catalog.ts';
import type {
  CatalogueRecord,
  ImageRecord,
  ProductPatch,
  ProductRecord,
  VariantPatch,
  VariantRecord,
} from '#lib/catalog/catalog-record.ts';
import type { MergeRules } from '#lib/catalog/merge-product.ts';
import { optionValue } from '#lib/catalog/option-values.ts';
import type { ShopifyHeader } from '#lib/catalog/shopify-columns.ts';
import type { ShopifyGroup, ShopifyRow } from '#lib/catalog/shopify-groups.ts';
import type { TaxonomyKind, TaxonomyNames } from '#lib/catalog/shopify-taxonomy.ts';

export interface ShopifyProduct {
  record: ProductPatch;
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
 * What a product's rows say of it. Columns that the file lacks, rows that it lacks, and what a CSV can't say (cloth by the
 * metre, care, reviews) stay as they are; an empty field of a column empties. `old` is what the shop has, for names.
 * Throws a RowProblem.
 */
export function shopifyProduct(
  group: ShopifyGroup,
  header: ShopifyHeader,
  names: TaxonomyNames,
  old: ProductRecord | undefined,
  { removes }: Pick<MergeRules, 'removes'>,
): ShopifyProduct {
  const first = group.rows[0];
  if (!first) throw new RowProblem(group.line, 'has no rows');
  const has = (field: Parameters<ShopifyRow['get']>[0]) => header.at.has(field);
  const name = first.get('title') || old?.name;
  if (!name) throw new RowProblem(group.line, `product "${group.handle}" has no Title in its first line`);
  const { options, variants, variantLines } = readVariants(group, has, old);
  const kinds = readTaxonomy(first, has, names, old);
  const record: ProductPatch = {
    ...kinds.fields,
    type: 'product',
    slug: group.handle,
    name: first.get('title') || undefined,
    sell_unit: old ? undefined : 'piece',
    options,
    variants: variants.length > 0 ? variants : undefined,
    images: readImages(group, has, name, options ?? old?.options, variants, old, removes),
  };
  if (has('body')) record.long_content = first.get('body') || null;
  if (has('seoTitle')) record.seo_title = first.get('seoTitle') || null;
  if (has('seoDescription')) record.seo_description = first.get('seoDescription') || null;
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
  const labels = isSimple ? [] : named.filter((label) => label !== '');
  if (labels.length === 0 && old) return { options: undefined, ...withoutOptions(group, has, old) };
  const gap = named.findIndex((label, at) => label !== '' && at > 0 && named[at - 1] === '');
  if (!isSimple && gap > 0) throw new RowProblem(first.line, `Option${gap + 1} Name stands without Option${gap} Name`);
  const variants: VariantPatch[] = [];
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

/** A file without options changes the variants that its SKUs name, or the only one. */
function withoutOptions(group: ShopifyGroup, has: Has, old: ProductRecord) {
  const variants: VariantPatch[] = [];
  const variantLines: number[] = [];
  for (const [at, row] of group.rows.entries()) {
    const sku = skuOf(row);
    const isNamed = sku !== '' || row.get('price') !== '';
    const isOnly = old.variants.length === 1 && (at === 0 || isNamed);
    const before = isOnly ? old.variants[0] : old.variants.find((variant) => sku !== '' && variant.sku === sku);
    if (before) {
      variants.push(readVariant(row, before.values, has, old, before));
      variantLines.push(row.line);
    } else if (isNamed) {
      throw new RowProblem(row.line, 'names no variant: its SKU is none of this product, and it has no options');
    }
  }
  return { variants, variantLines };
}

type Has = (field: Parameters<ShopifyRow['get']>[0]) => boolean;

function readVariant(
  row: ShopifyRow,
  values: Record<string, string> | undefined,
  has: Has,
  product: ProductRecord | undefined,
  known?: VariantRecord,
): VariantPatch {
  const old = known ?? oldVariant(skuOf(row), values, product);
  const variant: VariantPatch = { ...readPrices(row, has, old) };
  if (values) variant.values = values;
  if (has('sku')) variant.sku = skuOf(row) || null;
  if (has('barcode')) variant.barcode = row.get('barcode').replace(/^'/, '') || null;
  if (has('hsn')) variant.hsn = row.get('hsn').replace(/^'/, '') || null;
  if (has('grams')) variant.weight_g = readNumber(row, 'grams', 'weight') ?? null;
  // A CSV counts pieces; what is left of cloth is in its bolts.
  const pieces = product?.sell_unit === 'metre' ? undefined : readNumber(row, 'quantity', 'quantity');
  if (pieces !== undefined) variant.quantity = Math.max(0, pieces);
  return variant;
}

function skuOf(row: ShopifyRow): string {
  return row.get('sku').replace(/^'/, '');
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
function readPrices(
  row: ShopifyRow,
  has: Has,
  old: VariantRecord | undefined,
): Pick<VariantPatch, 'price' | 'sale_price'> {
  const given = readNumber(row, 'price', 'price');
  const price = given ?? old?.sale_price ?? old?.price;
  if (price === undefined) throw new RowProblem(row.line, 'has no price');
  if (given === undefined && !has('compareAt')) return {};
  const kept = old?.sale_price === undefined ? undefined : old.price;
  const before = has('compareAt') ? readNumber(row, 'compareAt', 'compare-at price') : kept;
  return before !== undefined && before > price ? { price: before, sale_price: price } : { price, sale_price: null };
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
  variants: VariantPatch[],
  old: ProductRecord | undefined,
  removes: boolean,
): ImageRecord[] | null | undefined {
  if (!has('imageSrc')) return undefined;
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
  const named = [...images.values()].sort((a, b) => a.position - b.position).map(({ image }) => image);
  if (!old || removes) return named.length > 0 ? named : null;
  return named.length > 0 ? withOthers(named, old.images ?? []) : undefined;
}

/** Pictures that the file does not name stay, in their places; where it names all, their order is the file's. */
function withOthers(named: ImageRecord[], stored: readonly ImageRecord[]): ImageRecord[] {
  const bySrc = new Map(named.map((image) => [image.src, image]));
  if (stored.every(({ src }) => bySrc.has(src))) return named;
  const known = new Set(stored.map(({ src }) => src));
  return [...stored.map((image) => bySrc.get(image.src) ?? image), ...named.filter(({ src }) => !known.has(src))];
}

/** A picture that only variants of one colour show, shows that colour. */
function nameColors(
  group: ShopifyGroup,
  variants: VariantPatch[],
  colorOption: string,
  images: Map<string, { image: ImageRecord }>,
): void {
  const variantRows = group.rows.filter((row, at) => at === 0 || OPTIONS.some(([, value]) => row.get(value) !== ''));
  const colors = new Map<string, Set<string>>();
  for (const [at, row] of variantRows.entries()) {
    const src = row.get('variantImage');
    const color = optionValue(variants[at]?.values ?? undefined, colorOption);
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
  const fields: Pick<ProductPatch, 'brand' | 'categories' | 'collections' | 'material'> = {};
  const resolve = (kind: TaxonomyKind, name: string) => {
    const found = names.resolve(kind, name);
    if (!found) warnings.push(`${kind} "${name}" is left out: it has no Latin letters for an address`);
    if (found?.added) added.push(found.added);
    return found?.slug;
  };
  if (has('vendor')) {
    const vendor = first.get('vendor');
    const isSame = old?.brand !== undefined && names.nameOf('brand', old.brand) === vendor;
    fields.brand = vendor === '' ? null : isSame ? undefined : resolve('brand', vendor);
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
  if (has('tags')) fields.material = tagged.material[0] ?? null;
  return { fields, added, warnings, unknownTags: tagged.unknown };
}

function categoriesOf(
  typed: string,
  tagged: string[],
  names: TaxonomyNames,
  resolve: (kind: TaxonomyKind, name: string) => string | undefined,
  old: ProductRecord | undefined,
): string[] | undefined {
  if (tagged.length > 0) return tagged;
  const first = old?.categories[0];
  const asBefore = old ? undefined : [];
  if (typed === '' || (first !== undefined && names.find('category', typed).includes(first))) return asBefore;
  const slug = resolve('category', typed);
  return slug === undefined ? asBefore : [slug];
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
