import type { TableShape } from '#lib/operations/database-move/table-shape.server.ts';
import type { Engine } from '#lib/platform/db/db.server.ts';

/** Values in the order of the shape's columns. Whole numbers are digits, so that none is rounded. */
export type Row = (string | null)[];
export type Counters = Map<string, string>;

export interface TableReader {
  engine: Engine;
  shapes: TableShape[];
  /** A few hundred at a time, in the order of the key. */
  rows(shape: TableShape): AsyncIterable<Row[]>;
}

/** Locked exclusively while it is read. */
export interface Source extends TableReader {
  migrations: string[];
  counters(): Promise<Counters>;
  /** From the end of the work on, no shop starts here. */
  leave(mark: string): Promise<void>;
}

export interface Target extends TableReader {
  /** Without NUL in texts on PostgreSQL, which can't keep it. */
  supportsNul: boolean;
  insert(shape: TableShape, rows: Row[]): Promise<void>;
  /** After the last row: what was left off while filling, and the numbers that follow. */
  complete(counters: Counters): Promise<void>;
}
