import { createHash } from 'node:crypto';
import type { Row } from '#lib/operations/database-move/place.ts';

export interface TableSum {
  rows: number;
  sha256: string;
}

/** The same for the same rows in the same order, whatever engine they come from. */
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
