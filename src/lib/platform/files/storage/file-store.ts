import type { Readable } from 'node:stream';

/** A range of bytes. Both `start` and `end` are inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A store for private files, such as customers' files. They must never be in a folder that is served. */
export interface FileStore {
  /** Moves a file into the store, and returns its key. */
  add(path: string, type: string): Promise<string>;
  /** Stores a copy of a file under the key that it has in a backup. */
  restore(key: string, path: string): Promise<void>;
  /** Returns the content of a file, or undefined if there is no such file. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  remove(key: string): Promise<void>;
  /** Lists all files in any order. `storedAt` is in epoch ms. */
  list(): AsyncIterable<{ key: string; storedAt: number }>;
}
