import type { PlannedEntry } from '#lib/catalog/import/record/planned-entry.ts';

/** State between batches, because a dry run writes nothing to the database. */
export class DryRun {
  readonly #current = new Set<string>();
  readonly #vacated = new Set<string>();
  #planned: PlannedEntry[] = [];

  noteProduct(slug: string, before: string | undefined): void {
    this.#current.add(slug);
    this.#vacated.delete(slug);
    if (before !== undefined && before !== slug) this.#vacated.add(before);
  }

  notePlanned(entry: PlannedEntry): void {
    this.#planned.push(entry);
  }

  /** The entries since the last call, in the order in which they would be written. */
  takePlanned(): PlannedEntry[] {
    const planned = this.#planned;
    this.#planned = [];
    return planned;
  }

  hasProduct(slug: string): boolean {
    return this.#current.has(slug);
  }

  isVacated(slug: string): boolean {
    return this.#vacated.has(slug);
  }
}
