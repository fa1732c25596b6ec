import type { PlannedEntry } from '#lib/catalog/import/record/planned-entry.ts';

/** What earlier batches of a dry run would have written, because it writes nothing to the database. */
export class DryRun {
  readonly #slugs = new Set<string>();
  readonly #formerSlugs = new Set<string>();
  #planned: PlannedEntry[] = [];

  addProduct(slug: string, oldSlug: string | undefined): void {
    this.#slugs.add(slug);
    this.#formerSlugs.delete(slug);
    if (oldSlug !== undefined && oldSlug !== slug) this.#formerSlugs.add(oldSlug);
  }

  addPlanned(entry: PlannedEntry): void {
    this.#planned.push(entry);
  }

  /** The entries since the last call, in the order in which they would be written. */
  takePlanned(): PlannedEntry[] {
    const planned = this.#planned;
    this.#planned = [];
    return planned;
  }

  hasProduct(slug: string): boolean {
    return this.#slugs.has(slug);
  }

  isFormerSlug(slug: string): boolean {
    return this.#formerSlugs.has(slug);
  }
}
