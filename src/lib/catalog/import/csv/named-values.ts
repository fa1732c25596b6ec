import type { TaxonomyKind, TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { TaxonomyRecord } from '#lib/catalog/import/record/catalog-record.ts';

/** Resolves names to slugs, and collects the records to create and the warnings. */
export class NamedValues {
  readonly names: TaxonomyNames;
  readonly newRecords: TaxonomyRecord[] = [];
  readonly warnings: string[] = [];

  constructor(names: TaxonomyNames) {
    this.names = names;
  }

  /**
   * Returns the slug of the value with this name. If the name can't become a slug, adds a warning and returns
   * undefined.
   */
  slugOf(kind: TaxonomyKind, name: string): string | undefined {
    const match = this.names.resolve(kind, name);
    if (!match) this.warnings.push(`${kind} "${name}" is left out: it has no Latin letters for a URL`);
    if (match?.newRecord) this.add(match.newRecord);
    return match?.slug;
  }

  add(value: TaxonomyRecord): void {
    const wasAddedBefore = this.newRecords.some(({ type, slug }) => type === value.type && slug === value.slug);
    if (!wasAddedBefore) this.newRecords.push(value);
  }
}
