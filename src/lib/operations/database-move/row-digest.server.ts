import { createHash } from 'node:crypto';
import type { Row } from '#lib/operations/database-move/source-and-target.ts';

export interface TableSum {
  rows: number;
  sha256: string;
}

/** A digest that is independent of the database engine: the same rows in the same order have the same digest. */
export class RowDigest {
  readonly #hash = createHash('sha256');
  #rows = 0;

  add(rows: readonly Row[]): void {
    for (const row of rows) this.#hash.update(`${JSON.stringify(row)}\n`);
    this.#rows += rows.length;
  }

  end(): TableSum {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}
