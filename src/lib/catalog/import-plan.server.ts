import { canonicalProduct } from '#lib/catalog/canonical-record.ts';
import type { CatalogueRecord, ProductRecord } from '#lib/catalog/catalog-record.ts';
import { cleanProduct } from '#lib/catalog/clean-record.server.ts';
import type { SaveProblem, SaveResult } from '#lib/catalog/save-catalogue.server.ts';
import { loadProducts, recordOf } from '#lib/catalog/stored-products.server.ts';
import type { ShopDatabase } from '#lib/db/db.server.ts';

/** Says what saving would do, without writing: the dry run. One plan for a whole import, as later records name earlier ones. */
export class ImportPlan {
  readonly #db: ShopDatabase;
  readonly #taxonomy: Map<string, CatalogueRecord | undefined>;
  readonly #slugById: Map<number, string>;
  readonly #plannedProducts = new Set<string>();

  private constructor(db: ShopDatabase, stored: { id: number; kind: string; slug: string; name: string }[]) {
    this.#db = db;
    this.#taxonomy = new Map(stored.map(({ kind, slug }) => [`${kind}:${slug}`, undefined]));
    this.#slugById = new Map(stored.map(({ id, slug }) => [id, slug]));
  }

  static async begin(db: ShopDatabase): Promise<ImportPlan> {
    return new ImportPlan(db, await db.read.selectFrom('facet_value').select(['id', 'kind', 'slug', 'name']).execute());
  }

  async preview(records: CatalogueRecord[]): Promise<SaveResult> {
    const result: SaveResult = { created: 0, updated: 0, unchanged: 0, problems: [] };
    const products: ProductRecord[] = [];
    for (const [index, record] of records.entries()) {
      if (record.type === 'product' || record.type === 'review') continue;
      result[this.#taxonomy.has(`${record.type}:${record.slug}`) ? 'unchanged' : 'created']++;
      this.#taxonomy.set(`${record.type}:${record.slug}`, record);
      const parent = record.type === 'category' ? record.parent : undefined;
      if (parent && !this.#has('category', parent)) result.problems.push(unknown(index, `parent "${parent}"`));
    }
    for (const [index, record] of records.entries()) {
      if (record.type !== 'product') continue;
      const problem = this.#unknownReference(record);
      if (problem) result.problems.push(unknown(index, problem));
      else products.push(record);
    }
    await this.#compareProducts(products, result);
    await this.#checkReviews(records, result);
    return result;
  }

  async #compareProducts(products: ProductRecord[], result: SaveResult): Promise<void> {
    if (products.length === 0) return;
    const stored = await loadProducts(this.#db.read, { slugs: products.map(({ slug }) => slug) });
    const bySlug = new Map(stored.map((product) => [product.row.slug, product]));
    for (const product of products) {
      this.#plannedProducts.add(product.slug);
      const old = bySlug.get(product.slug);
      const before = old && recordOf(old, (id) => this.#slugById.get(id));
      const after = canonicalProduct(cleanProduct(product));
      const { sold = before?.sold, created_at = before?.created_at } = after;
      const isSame = before && JSON.stringify({ ...after, sold, created_at }) === JSON.stringify(before);
      result[before ? (isSame ? 'unchanged' : 'updated') : 'created']++;
    }
  }

  async #checkReviews(records: CatalogueRecord[], result: SaveResult): Promise<void> {
    const reviews = records.flatMap((record, index) =>
      record.type === 'review' ? { index, slug: record.product } : [],
    );
    const open = reviews.filter(({ slug }) => !this.#plannedProducts.has(slug));
    if (open.length > 0) {
      const slugs = [...new Set(open.map(({ slug }) => slug))];
      const rows = await this.#db.read.selectFrom('product').select('slug').where('slug', 'in', slugs).execute();
      for (const { slug } of rows) this.#plannedProducts.add(slug);
    }
    for (const { index, slug } of reviews) {
      if (this.#plannedProducts.has(slug)) result.unchanged++;
      else result.problems.push(unknown(index, `product "${slug}"`));
    }
  }

  #has(kind: string, slug: string): boolean {
    return this.#taxonomy.has(`${kind}:${slug}`);
  }

  #unknownReference(product: ProductRecord): string | undefined {
    const named: [string, string][] = [
      ...(product.brand ? [['brand', product.brand] as [string, string]] : []),
      ...(product.material ? [['material', product.material] as [string, string]] : []),
      ...product.categories.map((slug): [string, string] => ['category', slug]),
      ...(product.collections ?? []).map((slug): [string, string] => ['collection', slug]),
    ];
    const found = named.find(([kind, slug]) => !this.#has(kind, slug));
    return found && `${found[0]} "${found[1]}"`;
  }
}

function unknown(index: number, what: string): SaveProblem {
  return { index, message: `names an unknown ${what}` };
}
