const MAX_NAMES = 500;
const MAX_RECENT_STATEMENTS = 5_000;

/**
 * Names of prepared statements. Only repeated statements get a name, and the number of names is limited, because the
 * server keeps a named statement for the lifetime of the connection.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #recentStatements = new Set<string>();
  #generation = 0;

  nameFor(sql: string): string | undefined {
    const existingName = this.#names.get(sql);
    if (existingName || !/^(select|insert|update|delete|with)\b/.test(sql)) return existingName;
    if (!this.#recentStatements.has(sql) || this.#names.size >= MAX_NAMES) {
      if (this.#recentStatements.size >= MAX_RECENT_STATEMENTS) this.#recentStatements.clear();
      this.#recentStatements.add(sql);
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
