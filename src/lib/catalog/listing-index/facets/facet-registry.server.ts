import { sql } from 'kysely';
import {
  ATTRIBUTES,
  type Attribute,
  type FacetName,
  OPTION_FACETS,
  type OptionFacet,
  PRODUCT_FACETS,
} from '#lib/catalog/listing-index/facets/facets.ts';
import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { insertRows } from '#lib/platform/db/insert-rows.server.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import { valuesTable } from '#lib/platform/db/values-table.server.ts';

/** All facet values, for code that changes products. Finds and adds values, and updates their product counts. */
export class FacetRegistry {
  readonly #valueBySlug = new Map<string, FacetValueTable>();
  readonly #valueById = new Map<number, FacetValueTable>();
  readonly #newValues: FacetValueTable[] = [];
  readonly #countDeltas = new Map<number, number>();
  #lastId = 0;

  static async load(tx: Pick<Tx, 'selectFrom'>): Promise<FacetRegistry> {
    const registry = new FacetRegistry();
    for (const row of await tx.selectFrom('facet_value').selectAll().execute()) registry.#register(row);
    return registry;
  }

  find(kind: FacetName, slug: string): FacetValueTable | undefined {
    return this.#valueBySlug.get(`${kind}:${slug}`);
  }

  get(id: number): FacetValueTable | undefined {
    return this.#valueById.get(id);
  }

  /** Returns the categories with these slugs and all their ancestors. Unknown slugs are ignored. */
  withParents(categorySlugs: readonly string[]): FacetValueTable[] {
    const ancestry = new Set<FacetValueTable>();
    for (const slug of categorySlugs) {
      let category = this.find('category', slug);
      while (category && !ancestry.has(category)) {
        ancestry.add(category);
        category = category.parent_id === null ? undefined : this.get(category.parent_id);
      }
    }
    return [...ancestry];
  }

  idOf(kind: FacetName, slug: string | undefined): number | null {
    return slug ? (this.find(kind, slug)?.id ?? null) : null;
  }

  attributeIds(slugs: Partial<Record<Attribute, string>>): Record<`${Attribute}_id`, number | null> {
    const idEntries = ATTRIBUTES.map((name) => [`${name}_id`, this.idOf(name, slugs[name])]);
    return Object.fromEntries(idEntries);
  }

  /** Returns the id of each option value, or 0 for an option without a value. Adds values that do not exist yet. */
  optionIds(nameOf: (facet: OptionFacet) => string | undefined): Record<`${OptionFacet}_id`, number> {
    const idEntries = OPTION_FACETS.map((facet) => [`${facet}_id`, this.#idOfValue(facet, nameOf(facet))]);
    return Object.fromEntries(idEntries);
  }

  #idOfValue(kind: OptionFacet, name: string | undefined): number {
    const slug = valueSlug(name ?? '');
    if (!name || slug === '') return 0;
    return (this.find(kind, slug) ?? this.add({ kind, slug, name })).id;
  }

  /** Adds a value, which is inserted by the next call to `flushNewValues`. */
  add(value: { kind: FacetName; slug: string; name: string } & Partial<FacetValueTable>): FacetValueTable {
    const row: FacetValueTable = {
      parent_id: null,
      description: null,
      image_src: null,
      image_alt: null,
      image_hash: null,
      image_width: null,
      image_height: null,
      image_dominant: null,
      hsn: null,
      ...value,
      product_count: 0,
      id: this.#lastId + 1,
    };
    this.#register(row);
    this.#newValues.push(row);
    return row;
  }

  /** Changes the product counts of values. The changes are stored by the next call to `flushCounts`. */
  addToCounts(ids: Iterable<number>, delta: 1 | -1): void {
    for (const id of ids) this.#countDeltas.set(id, (this.#countDeltas.get(id) ?? 0) + delta);
  }

  /** Inserts the new values. Must be called before rows that reference these values are written. */
  async flushNewValues(tx: Tx): Promise<void> {
    await insertRows(tx, 'facet_value', this.#newValues);
    this.#newValues.length = 0;
  }

  /**
   * Stores the changes to the counts. Returns whether a value of a product facet gained its first product or lost its
   * last product, because the menu then changes.
   */
  async flushCounts(tx: Tx): Promise<boolean> {
    const menuKinds = new Set<string>(PRODUCT_FACETS);
    let isMenuChanged = false;
    for (const deltas of chunks([...this.#countDeltas].filter(([, delta]) => delta !== 0))) {
      const { rows } = await sql<Pick<FacetValueTable, 'id' | 'kind' | 'product_count'>>`
        update facet_value set product_count = product_count + given.column2
        from ${valuesTable(deltas)} where facet_value.id = given.column1
        returning facet_value.id, kind, product_count`.execute(tx);
      const isFirstOrLast = ({ id, product_count: count }: (typeof rows)[number]) =>
        count === 0 || count === this.#countDeltas.get(id);
      isMenuChanged ||= rows.some((row) => menuKinds.has(row.kind) && isFirstOrLast(row));
    }
    this.#countDeltas.clear();
    return isMenuChanged;
  }

  #register(row: FacetValueTable): void {
    this.#valueBySlug.set(`${row.kind}:${row.slug}`, row);
    this.#valueById.set(row.id, row);
    this.#lastId = Math.max(this.#lastId, row.id);
  }
}
