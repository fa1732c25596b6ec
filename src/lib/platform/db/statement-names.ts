const MOST_NAMED = 500;
const MOST_SEEN = 5_000;

/**
 * Names of statements that a server may keep parsed and planned: those that were asked before. A server keeps what it is
 * given for as long as the connection lives, so there is an end to them.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #generation = 0;

  of(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known || !/^(select|insert|update|delete|with)\b/.test(sql)) return known;
    if (!this.#seen.has(sql) || this.#names.size >= MOST_NAMED) {
      if (this.#seen.size >= MOST_SEEN) this.#seen.clear();
      this.#seen.add(sql);
      return undefined;
    }
    const name = `${this.#generation}-${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }

  /** After a migration by another process the servers' plans fit no more. */
  renew(): void {
    this.#names.clear();
    this.#generation += 1;
  }
}
