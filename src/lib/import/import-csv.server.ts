import { loadProducts } from '#lib/catalog/stored-products.server.ts';
import { parseRecord } from '#lib/import/catalog-record.schema.ts';
import type { CatalogueEntry, ProductRecord } from '#lib/import/catalog-record.ts';
import { readCsvRows } from '#lib/import/csv-rows.ts';
import { ImportFileError, type SourceItem } from '#lib/import/import-source.ts';
import type { MergeRules } from '#lib/import/merge-product.ts';
import { describeProblems, type FieldProblem } from '#lib/import/product-problems.ts';
import { recordOf } from '#lib/import/product-record.server.ts';
import type { ShopifyHeader } from '#lib/import/shopify-columns.ts';
import { RowProblem, type ShopifyGroup, shopifyGroups } from '#lib/import/shopify-groups.ts';
import { isGiftCard, type ShopifyProduct, shopifyProduct } from '#lib/import/shopify-product.ts';
import { TaxonomyNames } from '#lib/import/shopify-taxonomy.ts';
import { readText } from '#lib/import/text-lines.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const PRODUCTS_AT_ONCE = 200;

export interface CsvRules extends Pick<MergeRules, 'removes'> {
  stockColumn?: string | undefined;
}

/** Reads Shopify's product CSV, product by product; brands and categories that it names for the first time come before it. */
export async function* readShopifyCsv(
  db: ShopDatabase,
  path: string,
  file: string,
  rules: CsvRules,
): AsyncGenerator<SourceItem> {
  const shop = new CsvShop(db, file, await scatteredHandles(path, file, rules), rules);
  await shop.load();
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
    yield* shop.read(waiting, bytes);
    bytes = 0;
    waiting = [];
  }
  yield* shop.read(waiting, bytes);
  yield* shop.unknownTags();
}

/** Products whose rows do not stand together, with their first lines: read one by one they would be halves. */
async function scatteredHandles(path: string, file: string, { stockColumn }: CsvRules): Promise<Map<string, number[]>> {
  const lines = new Map<string, number[]>();
  for await (const item of shopifyGroups(readCsvRows(readText(path)), stockColumn)) {
    if ('fatal' in item) throw new ImportFileError(`${file}, line ${item.line}: ${item.fatal}.`);
    if (!('group' in item) || item.group.handle === '') continue;
    const { handle, line } = item.group;
    lines.set(handle, [...(lines.get(handle) ?? []), line]);
  }
  return new Map([...lines].filter(([, own]) => own.length > 1));
}

const TAGS_SHOWN = 30;

class CsvShop {
  readonly #db: ShopDatabase;
  readonly #file: string;
  readonly #scattered: ReadonlyMap<string, number[]>;
  #names = new TaxonomyNames([]);
  #slugById = new Map<number, string>();
  readonly #rules: CsvRules;
  readonly #unknownTags = new Set<string>();

  constructor(db: ShopDatabase, file: string, scattered: ReadonlyMap<string, number[]>, rules: CsvRules) {
    this.#db = db;
    this.#file = file;
    this.#scattered = scattered;
    this.#rules = rules;
  }

  async load(): Promise<void> {
    const rows = await this.#db.read.selectFrom('facet_value').select(['id', 'kind', 'slug', 'name']).execute();
    this.#names = new TaxonomyNames(rows);
    this.#slugById = new Map(rows.map(({ id, slug }) => [id, slug]));
  }

  async *read(items: { group: ShopifyGroup; header: ShopifyHeader }[], bytes: number): AsyncGenerator<SourceItem> {
    const old = await this.#stored(items.map(({ group }) => group.handle));
    let share = bytes;
    for (const { group, header } of items) {
      yield* this.#item(group, header, old.get(group.handle), share);
      share = 0;
    }
  }

  *unknownTags(): Generator<SourceItem> {
    const tags = [...this.#unknownTags];
    if (tags.length === 0) return;
    const shown = tags.slice(0, TAGS_SHOWN).join(', ') + (tags.length > TAGS_SHOWN ? ', …' : '');
    yield {
      at: { file: this.#file, line: 1 },
      warning: `${tags.length} tags that name nothing here are ignored: ${shown}`,
    };
  }

  async #stored(slugs: string[]): Promise<Map<string, ProductRecord>> {
    if (slugs.length === 0) return new Map();
    const products = await loadProducts(this.#db.read, { slugs: [...new Set(slugs)] });
    return new Map(products.map((product) => [product.row.slug, recordOf(product, (id) => this.#slugById.get(id))]));
  }

  *#item(
    group: ShopifyGroup,
    header: ShopifyHeader,
    old: ProductRecord | undefined,
    bytes: number,
  ): Generator<SourceItem> {
    const at = { file: this.#file, line: group.line };
    const scattered = this.#scattered.get(group.handle);
    const message = scattered && `its rows do not stand together: they begin in lines ${scattered.join(', ')}`;
    const wrong = group.problem ?? (message ? { line: group.line, message } : undefined);
    if (wrong) {
      yield {
        at: { file: this.#file, line: wrong.line },
        problem: leftOut(group, wrong.message),
        bytes,
      };
      return;
    }
    if (isGiftCard(group)) {
      yield { at, warning: `"${group.handle}" is a gift card, which this shop does not sell: left out` };
      return;
    }
    let made: ShopifyProduct;
    try {
      made = shopifyProduct(group, header, this.#names, old, this.#rules);
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      yield { at: { file: this.#file, line: error.line }, problem: leftOut(group, error.message), bytes };
      return;
    }
    yield* this.#checked(made, group, bytes);
  }

  *#checked(made: ShopifyProduct, group: ShopifyGroup, bytes: number): Generator<SourceItem> {
    const at = { file: this.#file, line: group.line };
    const records: CatalogueEntry[] = [];
    for (const given of [...made.added, made.record]) {
      const parsed = parseRecord(given);
      if ('problems' in parsed) {
        const line = lineOf(parsed.problems, made, group);
        yield { at: { file: this.#file, line }, problem: leftOut(group, describeProblems(parsed.problems)), bytes };
        return;
      }
      records.push(parsed.record);
    }
    for (const tag of made.unknownTags) this.#unknownTags.add(tag);
    for (const warning of made.warnings) yield { at, warning };
    for (const record of records) {
      if (record.type === 'product') {
        const leftOutWith = (message: string) => leftOut(group, message);
        yield { at, bytes, record, rows: { variants: made.variantLines, leftOut: leftOutWith } };
      } else if (record.type !== 'review') {
        this.#names.add({ ...record, name: record.name ?? record.slug });
        yield { at, bytes: 0, record };
      }
    }
  }
}

function leftOut(group: ShopifyGroup, message: string): string {
  return group.handle === '' ? message : `${message} (product "${group.handle}" is left out)`;
}

function lineOf(problems: FieldProblem[], { variantLines }: ShopifyProduct, group: ShopifyGroup): number {
  const [first, at] = problems[0]?.path ?? [];
  return (first === 'variants' && typeof at === 'number' ? variantLines[at] : undefined) ?? group.line;
}
