import type { Readable } from 'node:stream';
import type { BackupFile, Manifest } from '#lib/backup/manifest.schema.ts';

/** Where backups are kept, each under its name. */
export interface BackupPlace {
  /** For people and logs. */
  words: string;
  /** The names of whole backups, the newest first. */
  whole(): Promise<string[]>;
  /** Throws `refused` for what is no whole backup. */
  manifest(name: string): Promise<Manifest>;
  begin(name: string): Promise<UnfinishedBackup>;
  /** Deletes all but the `keep` newest, and what was left unfinished before them; gives their names. */
  prune(keep: number): Promise<string[]>;
  /** All of a backup in a folder of this machine; `into` is a folder that may be made for it. */
  fetch(name: string, into: string): Promise<string>;
}

/** Until `finish`, nobody takes it for a backup. */
export interface UnfinishedBackup {
  /** A folder of this machine, for programs that write a file. */
  folder: string;
  keep(path: string, content: Readable): Promise<BackupFile>;
  /** As it is in an earlier backup; false when it is to be kept anew. */
  keepAgain(earlier: string, path: string, file: BackupFile): Promise<boolean>;
  /** A file that was written to `folder`. */
  keepWritten(file: string): Promise<BackupFile>;
  /** Gives where the backup is, in words. */
  finish(manifest: Manifest): Promise<string>;
  abandon(): Promise<void>;
}
