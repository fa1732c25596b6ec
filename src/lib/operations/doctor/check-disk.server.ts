import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { bad, type Finding, good, hint } from '#lib/operations/doctor/finding.ts';
import { faultOf } from '#lib/platform/errors/fault-kind.ts';
import { DiskRoom } from '#lib/platform/files/storage/disk-room.server.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { writeToDisk } from '#lib/platform/health/write-probe.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

const MEGABYTE = 1024 ** 2;
/** SQLite writes the log back at 16 MB, later while a long read or import goes on. */
const LARGE_LOG_BYTES = 512 * MEGABYTE;

/** How much room the disk of DATA_DIR has, and whether it takes files. */
export async function checkDisk({ dataDir, diskReserveBytes }: Settings): Promise<Finding> {
  const room = new DiskRoom(dataDir, diskReserveBytes);
  const { freeBytes, reserveBytes } = await room.look();
  const text = `disk: ${sizeWords(freeBytes)} free, of which ${sizeWords(reserveBytes)} are kept for orders`;
  try {
    await writeToDisk(dataDir);
  } catch (error) {
    const kind = faultOf(error)?.kind;
    if (kind === 'full') return bad(`disk: it is full (${dataDir}): the shop takes no orders until you make room`);
    if (kind === 'read-only') return bad(`disk: it is read-only (${dataDir}): the shop takes no orders`);
    throw error;
  }
  return (await room.has(0)) ? good(text) : bad(`${text}: files of customers are refused`);
}

/** The sizes of the database and of its write-ahead log, before anything is opened, which may shorten the log. */
export async function checkLog({ dataDir }: Pick<Settings, 'dataDir'>): Promise<Finding> {
  const sizeOf = async (name: string) => (await stat(join(dataDir, name)).catch(ignoreNotFound))?.size ?? 0;
  const [databaseBytes, logBytes] = [await sizeOf('shop.sqlite'), await sizeOf('shop.sqlite-wal')];
  const text = `database: the file has ${sizeWords(databaseBytes)}, its write-ahead log (WAL) ${sizeWords(logBytes)}`;
  return logBytes < LARGE_LOG_BYTES
    ? good(text)
    : hint(`${text}. It shrinks when the shop is started again; until then it takes room on the disk`);
}

function sizeWords(bytes: number): string {
  return bytes < 1024 * MEGABYTE ? `${(bytes / MEGABYTE).toFixed(1)} MB` : `${(bytes / 1024 / MEGABYTE).toFixed(1)} GB`;
}
