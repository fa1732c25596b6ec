import type { PlannedEntry } from '#lib/catalog/import/record/planned-entry.ts';

/**
 * Keeps what the batches of a dry run would have written. Later batches need this data, because a dry run writes
 * nothing to the database.
 */
export class DryRun {
  readonly slugs = new Set<string>();
  /** The slugs that no product would have any more. */
  readonly formerSlugs = new Set<string>();
  /** The entries of the current batch, in the order in which they would be written. */
  readonly plannedEntries: PlannedEntry[] = [];

  addProduct(slug: string, oldSlug: string | undefined): void {
    this.slugs.add(slug);
    this.formerSlugs.delete(slug);
    if (oldSlug !== undefined && oldSlug !== slug) this.formerSlugs.add(oldSlug);
  }
}
