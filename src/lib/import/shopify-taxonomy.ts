import type { BrandRecord, CategoryRecord, CollectionRecord, MaterialRecord } from '#lib/import/catalog-record.ts';
import { slugOf } from '#lib/import/shopify-groups.ts';

type TaxonomyRecord = BrandRecord | CategoryRecord | MaterialRecord | CollectionRecord;
export type TaxonomyKind = TaxonomyRecord['type'];

export class TaxonomyNames {
  readonly #slugs = new Map<string, string[]>();
  readonly #nameBySlug = new Map<string, string>();

  constructor(known: { kind: string; slug: string; name: string }[]) {
    for (const { kind, slug, name } of known) this.#know(kind, slug, name);
  }

  nameOf(kind: TaxonomyKind, slug: string): string | undefined {
    return this.#nameBySlug.get(`${kind}:${slug}`);
  }

  find(kind: TaxonomyKind, name: string): string[] {
    if (this.#nameBySlug.has(`${kind}:${name}`)) return [name];
    return this.#slugs.get(`${kind}:${name.trim().toLowerCase()}`) ?? [];
  }

  /** The slug for a name, and the record that brings it when the shop has none; nothing for a name without a slug. */
  resolve(kind: TaxonomyKind, name: string): { slug: string; added?: TaxonomyRecord } | undefined {
    const known = this.find(kind, name)[0];
    if (known !== undefined) return { slug: known };
    const slug = slugOf(name);
    if (slug === '') return undefined;
    if (this.#nameBySlug.has(`${kind}:${slug}`)) return { slug };
    return { slug, added: { type: kind, slug, name: name.trim() } };
  }

  add(record: Pick<TaxonomyRecord, 'type' | 'slug' | 'name'>): void {
    this.#know(record.type, record.slug, record.name);
  }

  #know(kind: string, slug: string, name: string): void {
    this.#nameBySlug.set(`${kind}:${slug}`, name);
    const key = `${kind}:${name.trim().toLowerCase()}`;
    this.#slugs.set(key, [...(this.#slugs.get(key) ?? []), slug]);
  }
}
