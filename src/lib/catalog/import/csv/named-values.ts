import type { TaxonomyKind, TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { CatalogueRecord, TaxonomyRecord } from '#lib/catalog/import/record/catalog-record.ts';

/** Resolves names to slugs, and collects the values to create and the warnings. */
export class NamedValues {
  readonly names: TaxonomyNames;
  readonly added: CatalogueRecord[] = [];
  readonly warnings: string[] = [];

  constructor(names: TaxonomyNames) {
    this.names = names;
  }

  /** The slug of a value by its name; undefined for a name that can't become a slug. */
  slugOf(kind: TaxonomyKind, name: string): string | undefined {
    const found = this.names.resolve(kind, name);
    if (!found) this.warnings.push(`${kind} "${name}" is left out: it has no Latin letters for an address`);
    if (found?.added) this.add(found.added);
    return found?.slug;
  }

  add(value: TaxonomyRecord): void {
    const isAdded = this.added.some(
      (other) => other.type === value.type && 'slug' in other && other.slug === value.slug,
    );
    if (!isAdded) this.added.push(value);
  }
}
