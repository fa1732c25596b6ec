import type { TableShape } from '#lib/operations/database-move/table-shape.server.ts';

/** Values in the order of the shape's columns. Integers are strings of digits, so that no integer is rounded. */
export type Row = (string | null)[];
/** The last number that was assigned automatically in each table, by table name. */
export type Counters = Map<string, string>;

export interface TableReader {
  shapes: TableShape[];
  /** Yields the rows in batches of at most 500, ordered by the primary key. */
  rows(shape: TableShape): AsyncIterable<Row[]>;
}

/** The database to move, which is locked exclusively while it is read. */
export interface Source extends TableReader {
  migrations: string[];
  counters(): Promise<Counters>;
  /** Marks the source as moved, so that no shop starts from it after the move. */
  markMoved(mark: string): Promise<void>;
}

export interface Target extends TableReader {
  /** Whether texts may contain NUL, which PostgreSQL can't store. */
  supportsNul: boolean;
  insert(shape: TableShape, rows: Row[]): Promise<void>;
  /**
   * Must be called after the last row. Restores the constraints that were dropped for the copy, and the automatic
   * numbering. Throws an Error if a row refers to a missing row.
   */
  complete(counters: Counters): Promise<void>;
}
