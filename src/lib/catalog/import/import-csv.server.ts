import { type CategoryWords, expectCategories } from '#lib/catalog/import/csv/csv-categories.ts';
import { csvItems } from '#lib/catalog/import/csv/csv-items.ts';
import { readCsvRows } from '#lib/catalog/import/csv/csv-rows.ts';
import type { CsvRules } from '#lib/catalog/import/csv/csv-rules.ts';
import { CsvShop } from '#lib/catalog/import/csv/csv-shop.server.ts';
import type { ShopifyHeader } from '#lib/catalog/import/csv/shopify-columns.ts';
import { type ShopifyGroup, shopifyGroups } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import { ImportFileError, type SourceItem } from '#lib/catalog/import/record/import-source.ts';
import { readText } from '#lib/catalog/import/record/text-lines.server.ts';
import {
  technicalBrands,
  unknownTagsWarning,
  vendorWarning,
  wholeGroup,
} from '#lib/catalog/import/shopify/shopify-file-remarks.ts';
import { isGiftCard, shopifyProduct } from '#lib/catalog/import/shopify/shopify-product.ts';
import { categoryWordsOf } from '#lib/catalog/import/shopify/shopify-product-taxonomy.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const PRODUCTS_AT_ONCE = 200;

/** Reads Shopify's product CSV, product by product. New brands and categories of a product precede it. */
export async function* readShopifyCsv(
  db: ShopDatabase,
  path: string,
  file: string,
  rules: CsvRules,
): AsyncGenerator<SourceItem> {
  const shop = await CsvShop.open(db);
  const reader = new ShopifyReader(shop, file, await firstPass(path, file, rules, shop.names), rules);
  let bytes = 0;
  async function* counted() {
    for await (const piece of readText(path)) {
      bytes += Buffer.byteLength(piece);
      yield piece;
    }
  }
  let waiting: { group: ShopifyGroup; header: ShopifyHeader }[] = [];
  for await (const item of shopifyGroups(readCsvRows(counted()), rules.stockColumn)) {
    if ('warning' in item) yield { at: { file, line: item.line }, warning: item.warning };
    else if ('group' in item) waiting.push(item);
    if (waiting.length < PRODUCTS_AT_ONCE) continue;
    yield* reader.read(waiting, bytes);
    bytes = 0;
    waiting = [];
  }
  yield* reader.read(waiting, bytes);
  for (const { message, remedy } of reader.warnings()) yield { at: { file, line: 1 }, warning: message, remedy };
}

/**
 * Finds products whose rows are not adjacent, with the first lines of their parts, and registers in `names` the
 * categories that the file will create.
 */
async function firstPass(
  path: string,
  file: string,
  { stockColumn, categoryFrom }: CsvRules,
  names: TaxonomyNames,
): Promise<Map<string, number[]>> {
  const lines = new Map<string, number[]>();
  const words = new Map<string, CategoryWords>();
  for await (const item of shopifyGroups(readCsvRows(readText(path)), stockColumn)) {
    if ('fatal' in item) throw new ImportFileError(`${file}, line ${item.line}: ${item.fatal}.`);
    if (!('group' in item) || item.group.handle === '') continue;
    const { handle, line, rows } = item.group;
    lines.set(handle, [...(lines.get(handle) ?? []), line]);
    const path = rows[0] && categoryWordsOf(rows[0], names);
    if (path) words.set(JSON.stringify(path), path);
  }
  expectCategories([...words.values()], names, categoryFrom);
  return new Map([...lines].filter(([, own]) => own.length > 1));
}

class ShopifyReader {
  readonly #shop: CsvShop;
  readonly #file: string;
  readonly #scattered: ReadonlyMap<string, number[]>;
  readonly #rules: CsvRules;
  readonly #unknownTags = new Set<string>();
  readonly #unknownBrands = new Set<string>();

  constructor(shop: CsvShop, file: string, scattered: ReadonlyMap<string, number[]>, rules: CsvRules) {
    this.#shop = shop;
    this.#file = file;
    this.#scattered = scattered;
    this.#rules = rules;
  }

  async *read(items: { group: ShopifyGroup; header: ShopifyHeader }[], bytes: number): AsyncGenerator<SourceItem> {
    const old = await this.#shop.stored(items.map(({ group }) => group.handle));
    let share = bytes;
    for (const { group, header } of items) {
      if (!group.problem && isGiftCard(group)) {
        const at = { file: this.#file, line: group.line };
        yield { at, warning: `"${group.handle}" is a gift card, which this shop does not sell: left out` };
        continue;
      }
      const whole = wholeGroup(group, this.#scattered);
      const make = () => shopifyProduct(group, header, this.#shop.names, old.get(group.handle), this.#rules);
      const made = yield* csvItems({ file: this.#file, names: this.#shop.names }, whole, share, make);
      for (const tag of made?.unknownTags ?? []) this.#unknownTags.add(tag);
      for (const brand of technicalBrands(made?.added ?? [])) this.#unknownBrands.add(brand);
      share = 0;
    }
  }

  warnings(): Remark[] {
    return [...unknownTagsWarning([...this.#unknownTags]), ...[...this.#unknownBrands].map(vendorWarning)];
  }
}
