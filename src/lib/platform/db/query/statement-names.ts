const MAX_NAMED = 500;
const MAX_RECENT = 5_000;

/**
 * Names for prepared statements. Only repeated statements get one, and their number is limited, because the server
 * keeps a named statement for the lifetime of the connection.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seen = new Set<string>();
  #generation = 0;

  of(sql: string): string | undefined {
    const existing = this.#names.get(sql);
    if (existing || !/^(select|insert|update|delete|with)\b/.test(sql)) return existing;
    if (!this.#seen.has(sql) || this.#names.size >= MAX_NAMED) {
      if (this.#seen.size >= MAX_RECENT) this.#seen.clear();
      this.#seen.add(sql);
      return undefined;
    }
    const name = `${this.#generation}-${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }

  /** Gives all statements new names, so that they are prepared again. */
  renew(): void {
    this.#names.clear();
    this.#generation += 1;
  }
}
