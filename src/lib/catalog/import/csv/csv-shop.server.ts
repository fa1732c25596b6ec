import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { recordOf } from '#lib/catalog/import/record/product-record.ts';
import { loadProducts } from '#lib/catalog/products/stored-products.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** The stored products and taxonomy that the rows of a CSV file refer to. */
export class CsvShop {
  readonly #db: ShopDatabase;
  readonly #slugById: ReadonlyMap<number, string>;
  readonly names: TaxonomyNames;

  private constructor(db: ShopDatabase, names: TaxonomyNames, slugById: ReadonlyMap<number, string>) {
    this.#db = db;
    this.names = names;
    this.#slugById = slugById;
  }

  static async open(db: ShopDatabase): Promise<CsvShop> {
    const columns = ['id', 'kind', 'slug', 'name', 'parent_id'] as const;
    const rows = await db.read.selectFrom('facet_value').select(columns).execute();
    const slugById = new Map(rows.map(({ id, slug }) => [id, slug]));
    const facetValues = rows.map(({ kind, slug, name, parent_id }) => {
      return { kind, slug, name, parent: parent_id === null ? undefined : slugById.get(parent_id) };
    });
    return new CsvShop(db, new TaxonomyNames(facetValues), slugById);
  }

  async storedProducts(slugs: readonly string[]): Promise<Map<string, ProductRecord>> {
    const uniqueSlugs = [...new Set(slugs)].filter((slug) => slug !== '');
    if (uniqueSlugs.length === 0) return new Map();
    const products = await loadProducts(this.#db.read, { slugs: uniqueSlugs });
    return new Map(products.map((product) => [product.row.slug, recordOf(product, (id) => this.#slugById.get(id))]));
  }
}
