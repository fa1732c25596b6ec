import { type CategoryWords, expectCategories } from '#lib/catalog/import/csv/csv-categories.ts';
import { csvItems } from '#lib/catalog/import/csv/csv-items.ts';
import { readCsvRows } from '#lib/catalog/import/csv/csv-rows.ts';
import type { CsvRules } from '#lib/catalog/import/csv/csv-rules.ts';
import { readCsvCatalogue } from '#lib/catalog/import/csv/read-csv-catalogue.server.ts';
import type { ShopifyHeader } from '#lib/catalog/import/csv/shopify-columns.ts';
import { type ShopifyGroup, shopifyGroups } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import { ImportFileError, type SourceItem } from '#lib/catalog/import/record/import-source.ts';
import { readText } from '#lib/catalog/import/record/read-text.server.ts';
import {
  accountNameBrands,
  markScattered,
  unknownTagsWarning,
  vendorWarning,
} from '#lib/catalog/import/shopify/shopify-file-remarks.ts';
import { isGiftCard, shopifyProduct } from '#lib/catalog/import/shopify/shopify-product.ts';
import { categoryWordsOf } from '#lib/catalog/import/shopify/shopify-product-taxonomy.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const PRODUCTS_PER_BATCH = 200;

/**
 * Yields the records, problems and warnings of a Shopify product CSV. The new brands and categories of a product are
 * yielded before the product. Throws an ImportFileError if the file has no valid header.
 */
export async function* readShopifyCsv(
  db: ShopDatabase,
  path: string,
  file: string,
  rules: CsvRules,
): AsyncGenerator<SourceItem> {
  const { names, readStoredProducts } = await readCsvCatalogue(db);
  const scatteredLines = await runFirstPass(path, file, rules, names);
  const unknownTags = new Set<string>();
  const vendors = new Set<string>();
  let bytes = 0;
  async function* countBytes() {
    for await (const chunk of readText(path)) {
      bytes += Buffer.byteLength(chunk);
      yield chunk;
    }
  }
  async function* readGroups(items: { group: ShopifyGroup; header: ShopifyHeader }[]): AsyncGenerator<SourceItem> {
    const oldProducts = await readStoredProducts(items.map(({ group }) => group.handle));
    for (const { group, header } of items) {
      if (!group.problem && isGiftCard(group)) {
        const at = { file, line: group.line };
        yield { at, warning: `"${group.handle}" is a gift card, which this shop does not sell, so it is left out` };
        continue;
      }
      const makeProduct = () => shopifyProduct(group, header, names, oldProducts.get(group.handle), rules);
      const product = yield* csvItems({ file, names }, markScattered(group, scatteredLines), bytes, makeProduct);
      for (const tag of product?.unknownTags ?? []) unknownTags.add(tag);
      for (const brand of accountNameBrands(product?.newRecords ?? [])) vendors.add(brand);
      bytes = 0;
    }
  }
  let pendingGroups: { group: ShopifyGroup; header: ShopifyHeader }[] = [];
  for await (const item of shopifyGroups(readCsvRows(countBytes()), rules.stockColumn)) {
    if ('warning' in item) yield { at: { file, line: item.line }, warning: item.warning };
    else if ('group' in item) pendingGroups.push(item);
    if (pendingGroups.length < PRODUCTS_PER_BATCH) continue;
    yield* readGroups(pendingGroups);
    pendingGroups = [];
  }
  yield* readGroups(pendingGroups);
  for (const { message, remedy } of [...unknownTagsWarning([...unknownTags]), ...[...vendors].map(vendorWarning)])
    yield { at: { file, line: 1 }, warning: message, remedy };
}

/**
 * Returns the handles of products whose rows are not adjacent, with the first line of each part of the product, and
 * registers in `names` the categories that the file will create. Throws an ImportFileError if the file has no valid
 * header.
 */
async function runFirstPass(
  path: string,
  file: string,
  { stockColumn, categoryFrom }: CsvRules,
  names: TaxonomyNames,
): Promise<Map<string, number[]>> {
  const linesByHandle = new Map<string, number[]>();
  const distinctWords = new Map<string, CategoryWords>();
  for await (const item of shopifyGroups(readCsvRows(readText(path)), stockColumn)) {
    if ('fatal' in item) throw new ImportFileError(`${file}, line ${item.line}: ${item.fatal}.`);
    if (!('group' in item) || item.group.handle === '') continue;
    const { handle, line, rows } = item.group;
    linesByHandle.set(handle, [...(linesByHandle.get(handle) ?? []), line]);
    const words = rows[0] && categoryWordsOf(rows[0], names);
    if (words) distinctWords.set(JSON.stringify(words), words);
  }
  expectCategories([...distinctWords.values()], names, categoryFrom);
  return new Map([...linesByHandle].filter(([, lines]) => lines.length > 1));
}
