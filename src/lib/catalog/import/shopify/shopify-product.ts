import type { CsvProduct } from '#lib/catalog/import/csv/csv-items.ts';
import type { CsvRules } from '#lib/catalog/import/csv/csv-rules.ts';
import type { ShopifyHeader } from '#lib/catalog/import/csv/shopify-columns.ts';
import {
  type HasColumn,
  RowError,
  type ShopifyGroup,
  type ShopifyRow,
} from '#lib/catalog/import/csv/shopify-groups.ts';
import type { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductPatch, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { readImages } from '#lib/catalog/import/shopify/shopify-images.ts';
import { readTaxonomy } from '#lib/catalog/import/shopify/shopify-product-taxonomy.ts';
import { plainTags } from '#lib/catalog/import/shopify/shopify-tags.ts';
import { readVariants } from '#lib/catalog/import/shopify/shopify-variants.ts';

/**
 * Returns the patch for one product in a Shopify product CSV. A field without a column keeps its value, and so does an
 * empty title, price or quantity. An empty status or publication means that the product is active. Any other empty
 * field loses its value. Variants, categories and pictures are matched with those of the stored product `old`. Throws a
 * RowError if a value is missing or invalid.
 */
export function shopifyProduct(
  group: ShopifyGroup,
  header: ShopifyHeader,
  names: TaxonomyNames,
  old: ProductRecord | undefined,
  rules: CsvRules,
): CsvProduct {
  const firstRow = group.rows[0];
  if (!firstRow) throw new RowError(group.line, 'has no rows');
  const has: HasColumn = (field) => header.positions.has(field);
  const name = firstRow.get('title') || old?.name;
  if (!name) throw new RowError(group.line, `product "${group.handle}" has no Title in its first line`);
  const { options, variants, variantLines } = readVariants(group, has, old);
  const variantByLine = new Map(variantLines.map((line, index) => [line, variants[index]]));
  const taxonomy = readTaxonomy(firstRow, has, names, old, rules);
  const record: ProductPatch = {
    ...taxonomy.fields,
    ...readTexts(firstRow, has),
    type: 'product',
    slug: group.handle,
    name: firstRow.get('title') || undefined,
    sell_unit: old ? undefined : 'piece',
    options,
    variants: variants.length > 0 ? variants : undefined,
    images: readImages(group, has, name, options ?? old?.options, variantByLine, old, rules.removesMissing),
  };
  if (has('status') || has('published')) record.status = isPublished(firstRow) ? 'active' : 'draft';
  const unknownTags = taxonomy.unknownTags.filter((tag) => !old?.tags?.includes(tag));
  return { record, newRecords: taxonomy.newRecords, variantLines, warnings: taxonomy.warnings, unknownTags };
}

function readTexts(firstRow: ShopifyRow, has: HasColumn): Partial<ProductPatch> {
  const texts: Partial<ProductPatch> = {};
  if (has('body')) texts.long_content = firstRow.get('body') || null;
  if (has('tags')) texts.tags = plainTags(firstRow.get('tags'));
  if (has('seoTitle')) texts.seo_title = firstRow.get('seoTitle') || null;
  if (has('seoDescription')) texts.seo_description = firstRow.get('seoDescription') || null;
  return texts;
}

export function isGiftCard(group: ShopifyGroup): boolean {
  return isTrue(group.rows[0]?.get('giftCard') ?? '');
}

function isTrue(text: string): boolean {
  return /^(true|yes|1)$/i.test(text);
}

function isPublished(row: ShopifyRow): boolean {
  const status = row.get('status').toLowerCase();
  if (status !== '' && status !== 'active') return false;
  const publishedText = row.get('published');
  return publishedText === '' || isTrue(publishedText);
}
