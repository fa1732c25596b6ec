import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SQLITE_FILE } from '#lib/operations/backup/sqlite-dump.server.ts';
import { type Finding, hint, ok, problem } from '#lib/operations/setup/finding.ts';
import { faultOf } from '#lib/platform/errors/fault-kind.ts';
import { DiskSpace } from '#lib/platform/files/storage/disk-space.server.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { probeDiskWrite } from '#lib/platform/health/write-probe.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

const MEGABYTE = 1024 ** 2;
/** A log of this size is too large. SQLite checkpoints the log at 16 MB, or later during a long read or import. */
const LARGE_LOG_BYTES = 512 * MEGABYTE;

/** Checks the free space on DATA_DIR's disk, and whether the disk can be written to. */
export async function checkDisk({ dataDir, diskReserveBytes }: Settings): Promise<Finding> {
  const diskSpace = new DiskSpace(dataDir, diskReserveBytes);
  const { freeBytes, reserveBytes } = await diskSpace.usage();
  const text = `disk: ${sizeText(freeBytes)} free, ${sizeText(reserveBytes)} of it reserved for orders`;
  try {
    await probeDiskWrite(dataDir);
  } catch (error) {
    const kind = faultOf(error)?.kind;
    if (kind === 'full') return problem(`disk: ${dataDir} is full. The shop takes no orders until you free space`);
    if (kind === 'read-only') return problem(`disk: ${dataDir} is read-only. The shop takes no orders`);
    throw error;
  }
  return (await diskSpace.hasSpaceFor(0)) ? ok(text) : problem(`${text}. Uploads by customers are refused`);
}

/** Checks the size of the write-ahead log. Must run before the database is opened, because that may shrink the log. */
export async function checkWriteAheadLog({ dataDir }: Pick<Settings, 'dataDir'>): Promise<Finding> {
  const sizeOf = async (name: string) => (await stat(join(dataDir, name)).catch(ignoreNotFound))?.size ?? 0;
  const [databaseBytes, logBytes] = [await sizeOf(SQLITE_FILE), await sizeOf(`${SQLITE_FILE}-wal`)];
  const text = `database: the file uses ${sizeText(databaseBytes)}, its write-ahead log (WAL) ${sizeText(logBytes)}`;
  return logBytes < LARGE_LOG_BYTES ? ok(text) : hint(`${text}. Restart the shop to shrink it`);
}

function sizeText(bytes: number): string {
  return bytes < 1024 * MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`;
}
