import type { Readable } from 'node:stream';
import type { BackupFile, Manifest } from '#lib/operations/backup/manifest.schema.ts';

export interface BackupStore {
  /** Its folder or address, for messages. */
  label: string;
  listComplete(): Promise<string[]>;
  /** Throws `refused` for an incomplete backup. */
  manifest(name: string): Promise<Manifest>;
  begin(name: string): Promise<UnfinishedBackup>;
  prune(keep: number): Promise<string[]>;
  /** Copies a whole backup to this machine; `into` is a folder that may be created for it. */
  fetch(name: string, into: string): Promise<string>;
}

/** Becomes a complete backup only by `finish`. */
export interface UnfinishedBackup {
  /** A local folder, for programs that write a file. */
  folder: string;
  add(path: string, content: Readable): Promise<BackupFile>;
  /** Reuses the file of an earlier backup; false if the file must be stored again. */
  reuse(earlier: string, path: string, file: BackupFile): Promise<boolean>;
  /** Adds a file that was written to `folder`. */
  addFromFolder(file: string): Promise<BackupFile>;
  finish(manifest: Manifest): Promise<string>;
  abandon(): Promise<void>;
}
