import type { PlannedEntry } from '#lib/catalog/import/record/planned-entry.ts';

/**
 * Keeps what the batches of a dry run would have written. Later batches need this data, because a dry run writes
 * nothing to the database.
 */
export class DryRun {
  readonly #slugs = new Set<string>();
  readonly #formerSlugs = new Set<string>();
  #plannedEntries: PlannedEntry[] = [];

  addProduct(slug: string, oldSlug: string | undefined): void {
    this.#slugs.add(slug);
    this.#formerSlugs.delete(slug);
    if (oldSlug !== undefined && oldSlug !== slug) this.#formerSlugs.add(oldSlug);
  }

  addPlannedEntry(entry: PlannedEntry): void {
    this.#plannedEntries.push(entry);
  }

  /** Returns the entries that were added since the last call, in the order in which they would be written. */
  takePlannedEntries(): PlannedEntry[] {
    const entries = this.#plannedEntries;
    this.#plannedEntries = [];
    return entries;
  }

  hasProduct(slug: string): boolean {
    return this.#slugs.has(slug);
  }

  isFormerSlug(slug: string): boolean {
    return this.#formerSlugs.has(slug);
  }
}
