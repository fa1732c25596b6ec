import type { Readable } from 'node:stream';
import type { BackupFile, Manifest } from '#lib/operations/backup/manifest.schema.ts';

export interface BackupStore {
  /** The folder or URL of the store, for messages. */
  label: string;
  /** Returns the names of the complete backups, newest first. */
  listComplete(): Promise<string[]>;
  /**
   * Returns a backup's manifest. Throws a ShopError `refused` if the backup is incomplete, unreadable or was changed.
   */
  readManifest(name: string): Promise<Manifest>;
  begin(name: string): Promise<UnfinishedBackup>;
  /**
   * Keeps the newest `keepCount` backups. Deletes all other backups, and unfinished backups that are older than the
   * newest backup. Returns the names of the deleted backups.
   */
  prune(keepCount: number): Promise<string[]>;
  /** Returns the local folder of a backup. A backup in a bucket is first downloaded to the folder `into`. */
  fetch(name: string, into: string): Promise<string>;
}

/** A backup that is complete only after `finish`. */
export interface UnfinishedBackup {
  /** A local folder, for programs that write a file. */
  folder: string;
  add(path: string, content: Readable): Promise<BackupFile>;
  /** Reuses a file from an earlier backup. Returns false if the file must be stored again. */
  reuse(earlierName: string, path: string, file: BackupFile): Promise<boolean>;
  /** Adds a file that was written to `folder`. */
  addFromFolder(fileName: string): Promise<BackupFile>;
  /** Writes the manifest, which completes the backup. Returns the folder or URL of the backup. */
  finish(manifest: Manifest): Promise<string>;
  /** Deletes the unfinished backup. */
  abandon(): Promise<void>;
}
