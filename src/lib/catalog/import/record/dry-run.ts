import type { PlannedEntry } from '#lib/catalog/import/record/planned-entry.ts';

/** State between batches, because a dry run writes nothing to the database. */
export class DryRun {
  readonly #made = new Set<string>();
  readonly #left = new Set<string>();
  #planned: PlannedEntry[] = [];

  noteProduct(slug: string, before: string | undefined): void {
    this.#made.add(slug);
    this.#left.delete(slug);
    if (before !== undefined && before !== slug) this.#left.add(before);
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

  hasMade(slug: string): boolean {
    return this.#made.has(slug);
  }

  hasLeft(slug: string): boolean {
    return this.#left.has(slug);
  }
}
