import type { CsvProduct } from '#lib/catalog/import/csv/csv-items.ts';
import { readCsvRows } from '#lib/catalog/import/csv/csv-rows.ts';
import type { CsvRules } from '#lib/catalog/import/csv/csv-rules.ts';
import { type GroupItem, type ShopifyGroup, shopifyGroups } from '#lib/catalog/import/csv/shopify-groups.ts';
import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { shopifyProduct } from '#lib/catalog/import/shopify/shopify-product.ts';

export const SHOPIFY_RULES: CsvRules = { categoryFrom: 'type', brandOf: (vendor) => vendor, removesMissing: false };

export async function groupsOf(csv: string, stockColumn?: string): Promise<GroupItem[]> {
  async function* pieces() {
    yield csv;
  }
  const items: GroupItem[] = [];
  for await (const item of shopifyGroups(readCsvRows(pieces()), stockColumn)) items.push(item);
  return items;
}

/**
 * Returns the first product in a Shopify CSV. `names` are the shop's taxonomy names, and `old` is the stored product.
 * Throws an error if the CSV has no product.
 */
export async function productOf(
  csv: string,
  {
    old,
    names = new TaxonomyNames([]),
    rules,
  }: { old?: ProductRecord; names?: TaxonomyNames; rules?: Partial<CsvRules> } = {},
): Promise<CsvProduct> {
  for (const item of await groupsOf(csv)) {
    if ('group' in item) return shopifyProduct(item.group, item.header, names, old, { ...SHOPIFY_RULES, ...rules });
  }
  throw new Error('The file has no product.');
}

export async function firstGroup(csv: string): Promise<ShopifyGroup> {
  for (const item of await groupsOf(csv)) if ('group' in item) return item.group;
  throw new Error('The file has no product.');
}
