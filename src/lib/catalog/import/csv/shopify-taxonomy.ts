import { slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { TaxonomyRecord } from '#lib/catalog/import/record/catalog-record.ts';

export type TaxonomyKind = TaxonomyRecord['type'];

interface TaxonomyName {
  type: string;
  slug: string;
  name: string;
  parent?: string | null | undefined;
}

/** The names and slugs of brands, categories and other values, including those that a file introduces. */
export class TaxonomyNames {
  readonly #slugsByName = new Map<string, string[]>();
  readonly #slugsBySingular = new Map<string, string[]>();
  readonly #nameBySlug = new Map<string, string>();
  readonly #parentBySlug = new Map<string, string>();
  readonly #expectedBySingular = new Map<string, string>();

  constructor(names: TaxonomyName[]) {
    for (const name of names) this.add(name);
  }

  nameOf(kind: TaxonomyKind, slug: string): string | undefined {
    return this.#nameBySlug.get(`${kind}:${slug}`);
  }

  parentOf(categorySlug: string): string | undefined {
    return this.#parentBySlug.get(categorySlug);
  }

  /** Registers a category that the file will create, so that earlier rows can refer to it. */
  expectCategory(name: string): void {
    const singular = singularOf(name);
    if (singular !== '' && !this.#expectedBySingular.has(singular)) this.#expectedBySingular.set(singular, name);
  }

  /** Returns the registered name of an expected category that has this name in the singular or plural. */
  expectedCategory(name: string): string | undefined {
    return this.#expectedBySingular.get(singularOf(name));
  }

  /** Returns the slugs of all values with this name. If the name is the slug of a value, returns only this slug. */
  find(kind: TaxonomyKind, name: string): string[] {
    if (this.#nameBySlug.has(`${kind}:${name}`)) return [name];
    return this.#slugsByName.get(`${kind}:${name.trim().toLowerCase()}`) ?? [];
  }

  /**
   * Returns the slug of the category with this name, in the singular or plural, or undefined if there is no such
   * category. If several categories match, returns a category whose parent is among `parentNames`, or the first
   * category if there is no such parent.
   */
  categoryNamed(name: string, parentNames: readonly string[] = []): string | undefined {
    const exactMatches = this.find('category', name);
    const matches = exactMatches.length > 0 ? exactMatches : (this.#slugsBySingular.get(singularOf(name)) ?? []);
    const parents = new Set(parentNames.flatMap((parentName) => this.find('category', parentName)));
    return matches.find((slug) => parents.has(this.#parentBySlug.get(slug) ?? '')) ?? matches[0];
  }

  /**
   * Returns the slug for a name, and the record to create if the shop has no value with this name. Returns undefined if
   * the name can't become a slug.
   */
  resolve(kind: TaxonomyKind, name: string): { slug: string; newRecord?: TaxonomyRecord } | undefined {
    const existingSlug = kind === 'category' ? this.categoryNamed(name) : this.find(kind, name)[0];
    if (existingSlug !== undefined) return { slug: existingSlug };
    const slug = slugOf(name);
    if (slug === '') return undefined;
    if (this.#nameBySlug.has(`${kind}:${slug}`)) return { slug };
    return { slug, newRecord: { type: kind, slug, name: name.trim() } };
  }

  add({ type, slug, name, parent }: TaxonomyName): void {
    this.#nameBySlug.set(`${type}:${slug}`, name);
    addTo(this.#slugsByName, `${type}:${name.trim().toLowerCase()}`, slug);
    if (type !== 'category') return;
    addTo(this.#slugsBySingular, singularOf(name), slug);
    if (parent) this.#parentBySlug.set(slug, parent);
  }
}

function addTo(lists: Map<string, string[]>, key: string, slug: string): void {
  lists.set(key, [...(lists.get(key) ?? []), slug]);
}

/** Returns the same key for names that differ only by the English plural, such as "Dress" and "Dresses". */
function singularOf(name: string): string {
  const slug = slugOf(name);
  if (/(s|x|z|ch|sh)es$/.test(slug)) return slug.slice(0, -2);
  if (/ies$/.test(slug)) return `${slug.slice(0, -3)}y`;
  return /[^s]s$/.test(slug) ? slug.slice(0, -1) : slug;
}
