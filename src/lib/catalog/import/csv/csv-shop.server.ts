import type { CsvProduct } from '#lib/catalog/import/csv/csv-product.ts';
import { RowProblem } from '#lib/catalog/import/csv/shopify-groups.ts';
import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import { parseRecord } from '#lib/catalog/import/record/catalog-record.schema.ts';
import type { CatalogueEntry, ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import type { SourceItem } from '#lib/catalog/import/record/import-source.ts';
import { describeProblems, type FieldProblem } from '#lib/catalog/import/record/product-problems.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { loadProducts } from '#lib/catalog/products/stored-products.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export interface CsvGroup {
  line: number;
  handle: string;
  problem?: { line: number; message: string };
}

export class CsvShop {
  readonly #db: ShopDatabase;
  readonly #file: string;
  readonly #slugById: ReadonlyMap<number, string>;
  readonly names: TaxonomyNames;

  private constructor(db: ShopDatabase, file: string, names: TaxonomyNames, slugById: ReadonlyMap<number, string>) {
    this.#db = db;
    this.#file = file;
    this.names = names;
    this.#slugById = slugById;
  }

  static async open(db: ShopDatabase, file: string): Promise<CsvShop> {
    const columns = ['id', 'kind', 'slug', 'name', 'parent_id'] as const;
    const rows = await db.read.selectFrom('facet_value').select(columns).execute();
    const slugById = new Map(rows.map(({ id, slug }) => [id, slug]));
    const known = rows.map(({ kind, slug, name, parent_id }) => {
      return { kind, slug, name, parent: parent_id === null ? undefined : slugById.get(parent_id) };
    });
    return new CsvShop(db, file, new TaxonomyNames(known), slugById);
  }

  async stored(slugs: readonly string[]): Promise<Map<string, ProductRecord>> {
    const named = [...new Set(slugs)].filter((slug) => slug !== '');
    if (named.length === 0) return new Map();
    const products = await loadProducts(this.#db.read, { slugs: named });
    return new Map(products.map((product) => [product.row.slug, recordOf(product, (id) => this.#slugById.get(id))]));
  }

  /** `wordsFor` tells an owner what is wrong with a record. */
  *product(
    group: CsvGroup,
    bytes: number,
    make: () => CsvProduct,
    wordsFor: (problems: FieldProblem[]) => string = describeProblems,
  ): Generator<SourceItem, CsvProduct | undefined> {
    if (group.problem) {
      yield this.#leftOut(group, group.problem, bytes);
      return undefined;
    }
    let made: CsvProduct;
    try {
      made = make();
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error;
      yield this.#leftOut(group, error, bytes);
      return undefined;
    }
    return yield* this.#checked(made, group, bytes, wordsFor);
  }

  *#checked(
    made: CsvProduct,
    group: CsvGroup,
    bytes: number,
    wordsFor: (problems: FieldProblem[]) => string,
  ): Generator<SourceItem, CsvProduct | undefined> {
    const at = { file: this.#file, line: group.line };
    const records: CatalogueEntry[] = [];
    for (const given of [...made.added, made.record]) {
      const parsed = parseRecord(given);
      if ('problems' in parsed) {
        const { problems } = parsed;
        yield this.#leftOut(group, { line: lineOf(problems, made, group), message: wordsFor(problems) }, bytes);
        return undefined;
      }
      records.push(parsed.record);
    }
    for (const warning of made.warnings) yield { at, warning };
    for (const record of records) {
      if (record.type === 'product') {
        const leftOut = (message: string) => leftOutWords(group, message);
        yield { at, bytes, record, rows: { variants: made.variantLines, leftOut } };
      } else if (record.type !== 'review') {
        const parent = 'parent' in record ? record.parent : undefined;
        this.names.add({ ...record, name: record.name ?? record.slug, ...(parent ? { parent } : {}) });
        yield { at, bytes: 0, record };
      }
    }
    return made;
  }

  #leftOut(group: CsvGroup, { line, message }: { line: number; message: string }, bytes: number): SourceItem {
    return { at: { file: this.#file, line }, problem: leftOutWords(group, message), bytes };
  }
}

function leftOutWords(group: CsvGroup, message: string): string {
  return group.handle === '' ? message : `${message} (product "${group.handle}" is left out)`;
}

function lineOf(problems: FieldProblem[], { variantLines }: CsvProduct, group: CsvGroup): number {
  const [first, at] = problems[0]?.path ?? [];
  return (first === 'variants' && typeof at === 'number' ? variantLines[at] : undefined) ?? group.line;
}
