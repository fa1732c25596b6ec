import type { Readable } from 'node:stream';

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Files of customers, under random names that say nothing; never below the folder that is served. */
export interface FileStore {
  /** Takes a file that has arrived whole, and gives its key. */
  keep(path: string, type: string): Promise<string>;
  /** `undefined` when it is not there. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  list(): AsyncIterable<{ key: string; storedAt: number }>;
}
