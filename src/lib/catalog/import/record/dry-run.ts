/** State between batches, because a dry run writes nothing to the database. */
export class DryRun {
  readonly #made = new Set<string>();
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
