import { createHash } from 'node:crypto';
import type { Row } from '#lib/operations/database-move/source-and-target.ts';

export interface TableDigest {
  rowCount: number;
  sha256: string;
}

/** A digest that is independent of the database engine: the same rows in the same order have the same digest. */
export class RowDigest {
  readonly #hash = createHash('sha256');
  #rowCount = 0;

  add(rows: readonly Row[]): void {
    for (const row of rows) this.#hash.update(`${JSON.stringify(row)}\n`);
    this.#rowCount += rows.length;
  }

  end(): TableDigest {
    return { rowCount: this.#rowCount, sha256: this.#hash.digest('hex') };
  }
}
