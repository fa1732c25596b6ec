import type { Readable } from 'node:stream';
import type { BackupFile, Manifest } from '#lib/operations/backup/manifest.schema.ts';

export interface BackupPlace {
  words: string;
  whole(): Promise<string[]>;
  /** Throws `refused` for what is no whole backup. */
  manifest(name: string): Promise<Manifest>;
  begin(name: string): Promise<UnfinishedBackup>;
  prune(keep: number): Promise<string[]>;
  /** Copies all of a backup to this machine; `into` is a folder that may be made for it. */
  fetch(name: string, into: string): Promise<string>;
}

/** Until `finish`, nobody takes it for a backup. */
export interface UnfinishedBackup {
  /** A folder of this machine, for programs that write a file. */
  folder: string;
  keep(path: string, content: Readable): Promise<BackupFile>;
  /** As it is in an earlier backup; false when it is to be kept anew. */
  keepAgain(earlier: string, path: string, file: BackupFile): Promise<boolean>;
  keepWritten(file: string): Promise<BackupFile>;
  finish(manifest: Manifest): Promise<string>;
  abandon(): Promise<void>;
}
