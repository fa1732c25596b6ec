import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import type { FieldChange } from '#lib/catalog/import/record/record-changes.ts';
import type { EntryChange, NewEntry, SaveResult, Tally, TallyKind } from '#lib/catalog/import/record/save-report.ts';
import type { ProductFacet } from '#lib/catalog/listing-index/facets/facets.ts';
import { formatCount } from '#lib/primitives/number-format.ts';
import { countText, plural } from '#lib/primitives/plural.ts';
import { wordList } from '#lib/primitives/word-list.ts';

const ENTRIES_SHOWN = 50;
const FIELDS_SHOWN = 20;
const NAMES_SHOWN = 60;

const PLURAL_KIND_NAMES: Record<ProductFacet, string> = {
  brand: 'brands',
  category: 'categories',
  material: 'materials',
  collection: 'collections',
};

const KIND_NAMES: Record<TallyKind, string> = {
  products: 'Products',
  variants: 'Variants',
  taxonomy: capitalised(wordList(Object.values(PLURAL_KIND_NAMES))),
  reviews: 'Reviews',
};

interface ReportTotals extends Pick<SaveResult, 'tallies' | 'changes' | 'keptStockCount'> {
  leftOutCount: number;
  pictureCount: number;
  picturesToFetch: number;
}

export function changeLines(changes: readonly EntryChange[], updatedCount: number): string[] {
  const lines = changes.slice(0, ENTRIES_SHOWN).map(({ entry, changes: fields }) => {
    const hiddenFieldCount = fields.length - FIELDS_SHOWN;
    const shownFields = fields.slice(0, FIELDS_SHOWN).map(fieldText).join('; ');
    return `${entry}: ${shownFields}${hiddenFieldCount > 0 ? `; and ${countText(hiddenFieldCount, 'more field')}` : ''}`;
  });
  const hiddenEntryCount = updatedCount - lines.length;
  return hiddenEntryCount > 0 ? [...lines, `and ${formatCount(hiddenEntryCount)} more changed`] : lines;
}

function fieldText({ field, from, to }: FieldChange): string {
  return `${fieldName(field)} ${from} → ${to}`;
}

/** Returns the name of a changed field, such as "KURTA-M reduced price". */
export function fieldName(field: string): string {
  const words = field.split(' ');
  const key = words.pop() ?? '';
  return [...words, FIELD_NAMES[key] ?? key].join(' ');
}

const FIELD_NAMES: Record<string, string> = {
  sale_price: 'reduced price',
  long_content: 'description',
  content: 'intro',
  quantity: 'stock',
  weight_g: 'grams',
  images: 'pictures',
  sell_unit: 'unit',
  min_quantity: 'minimum',
  unit_step: 'step',
  seo_title: 'title for search engines',
  seo_description: 'text for search engines',
  size_fit: 'size and fit',
  color_notes: 'notes on colours',
  created_at: 'date',
  pre_order: 'pre-order',
  hsn: 'HSN',
  sku: 'SKU',
};

/**
 * Returns lines with the names of new taxonomy entries. In a dry run, also returns lines about new products, because
 * they can't be viewed in the shop.
 */
export function newEntryLines(newEntries: readonly NewEntry[], isDryRun: boolean): string[] {
  const taxonomyLines = Object.entries(PLURAL_KIND_NAMES).flatMap(([kind, kindPlural]) => {
    const names = newEntries.filter((entry) => entry.kind === kind).map(({ name }) => name);
    if (names.length === 0) return [];
    return [`New ${kindPlural}: ${names.slice(0, NAMES_SHOWN).join(', ')}${names.length > NAMES_SHOWN ? ', …' : ''}.`];
  });
  const products = isDryRun ? newEntries.filter(({ kind }) => kind === 'product') : [];
  const hiddenProductCount = products.length - ENTRIES_SHOWN;
  const productLines = products.slice(0, ENTRIES_SHOWN).map(({ name, about }) => `new: ${name}: ${about}`);
  return [
    ...productLines,
    ...(hiddenProductCount > 0 ? [`and ${countText(hiddenProductCount, 'more new product')}`] : []),
    ...taxonomyLines,
  ];
}

export function summaryLines(report: ReportTotals, isDryRun: boolean): string[] {
  const { tallies, leftOutCount, pictureCount, picturesToFetch, keptStockCount } = report;
  const kinds = (['products', 'variants', 'taxonomy', 'reviews'] as const).filter((kind) => sumOf(tallies[kind]) > 0);
  const pictureVerb = isDryRun ? 'would be' : plural(pictureCount, 'was', 'were');
  const recordVerb = isDryRun ? 'would be' : plural(leftOutCount, 'was', 'were');
  return [
    ...(isDryRun ? ['Dry run, nothing was written. An import would do this:'] : []),
    ...(kinds.length === 0 ? ['Nothing was found to import.'] : []),
    ...kinds.map((kind) => `${KIND_NAMES[kind]}: ${tallyText(tallies[kind])}.`),
    ...(pictureCount > 0 ? [`${countText(pictureCount, 'picture')} ${pictureVerb} read.`] : []),
    ...(picturesToFetch > 0 ? [`${countText(picturesToFetch, 'picture')} would be fetched from the web.`] : []),
    ...(leftOutCount > 0 ? [`${countText(leftOutCount, 'record')} ${recordVerb} left out.`] : []),
    ...(keptStockCount > 0 ? [keptStockText(keptStockCount)] : []),
  ];
}

function tallyText({ created, updated, unchanged, removed }: Tally): string {
  const parts: [number, string][] = [
    [created, 'new'],
    [updated, 'changed'],
    [unchanged, 'as before'],
    [removed, 'removed'],
  ];
  return parts.flatMap(([n, word]) => (n > 0 ? [`${formatCount(n)} ${word}`] : [])).join(', ');
}

function sumOf({ created, updated, unchanged, removed }: Tally): number {
  return created + updated + unchanged + removed;
}

function keptStockText(variantCount: number): string {
  const subject = `The stock of ${countText(variantCount, 'variant')}`;
  return `${subject} differs in the file and was not changed. Use --stock to write it.`;
}

export function untaxedRemark({ count: n, slugs }: SaveResult['untaxed'], isHeldBack: boolean): Remark | undefined {
  if (n === 0) return undefined;
  const slugList = slugs.join(', ') + (n > slugs.length ? ', …' : '');
  const consequence = isHeldBack ? 'held back from sale' : 'taxed at a guessed rate';
  const [have, are] = [plural(n, 'has', 'have'), plural(n, 'is', 'are')];
  const message = `${countText(n, 'product')} ${have} no HSN with a known GST rate and ${are} ${consequence}: ${slugList}`;
  return { message, remedy: { by: 'tax code' } };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
