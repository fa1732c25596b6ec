/**
 * What a dry run must remember from batch to batch, because nothing of it is in the database: a saving that writes would
 * find it there.
 */
export class DryRun {
  /** Slugs of products that the batches so far would have made, or renamed to. */
  readonly #made = new Set<string>();
  /** Slugs that products would have given up. */
  readonly #left = new Set<string>();

  noteProduct(slug: string, before: string | undefined): void {
    this.#made.add(slug);
    this.#left.delete(slug);
    if (before !== undefined && before !== slug) this.#left.add(before);
  }

  hasMade(slug: string): boolean {
    return this.#made.has(slug);
  }

  hasLeft(slug: string): boolean {
    return this.#left.has(slug);
  }
}
