import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { BackupSettings } from '#lib/operations/backup/backup-settings.ts';
import { refuseMissingShop } from '#lib/operations/backup/missing-shop.server.ts';
import { copyFiles } from '#lib/operations/database-move/copy-files.server.ts';
import { copyTables, type MoveResult, type ReportProgress } from '#lib/operations/database-move/copy-tables.server.ts';
import { type Destination, destinationText } from '#lib/operations/database-move/destination.server.ts';
import { withPostgresSource } from '#lib/operations/database-move/postgres-source.server.ts';
import { activatePostgres, fillPostgres } from '#lib/operations/database-move/postgres-target.server.ts';
import type { Source, Target } from '#lib/operations/database-move/source-and-target.ts';
import { withSqliteSource } from '#lib/operations/database-move/sqlite-source.server.ts';
import {
  activateSqlite,
  fillSqlite,
  refuseNonEmptyFolder,
} from '#lib/operations/database-move/sqlite-target.server.ts';
import { isUpToDate, refuseNewerDatabase } from '#lib/platform/db/migrator/migrate.server.ts';
import { assertNotMoved, movedMark, readMoveMarks } from '#lib/platform/db/migrator/move-marks.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/**
 * Copies a stopped shop to the other database engine. The old database is marked as moved only after the copy is
 * complete. Returns undefined if an earlier run had copied everything. Throws a ShopError `refused` if the database
 * can't be moved, `conflict` if it is in use or the destination can't be used, a StartError if there is no shop, and an
 * Error if the copy differs.
 */
export async function moveShop(
  settings: BackupSettings,
  destination: Destination,
  onProgress: ReportProgress,
): Promise<MoveResult | undefined> {
  const { dataDir, databaseUrl } = settings;
  if ((databaseUrl ? 'postgres' : 'sqlite') === destination.engine)
    throw new ShopError(
      'conflict',
      'The shop already uses this database engine. To move it elsewhere, use backup and restore.',
    );
  await refuseMissingShop(settings);
  const copy = (source: Source) => copyFromSource(source, settings, destination, onProgress);
  const { moveId, migrations, result } = databaseUrl
    ? await withPostgresSource(databaseUrl, copy)
    : await withSqliteSource(dataDir, copy);
  const isActivated = await (destination.engine === 'postgres' ? activatePostgres : activateSqlite)(
    destination.location,
    moveId,
  );
  // A target that can't be activated has been used since the earlier run, or is not the target of that run.
  if (!isActivated) assertNotMoved(migrations);
  return result;
}

/** Copies the shop. The result is undefined if an earlier run was interrupted after copying everything. */
async function copyFromSource(
  source: Source,
  settings: BackupSettings,
  destination: Destination,
  onProgress: ReportProgress,
) {
  const { migrations } = source;
  const earlierMove = readMoveMarks(migrations).moved;
  if (earlierMove) return { moveId: earlierMove.id, migrations, result: undefined };
  assertNotMoved(migrations);
  refuseNewerDatabase(migrations);
  if (!isUpToDate(migrations))
    throw new ShopError(
      'refused',
      'The database is from an older version. Start the shop once with this version, stop it, then move it.',
    );
  const moveId = randomBytes(8).toString('hex');
  const copy = (target: Target) => copyTables(source, target, onProgress);
  const result = await (destination.engine === 'postgres'
    ? fillPostgres(destination.location, moveId, copy)
    : fillFolder(settings, destination.location, moveId, copy));
  await source.markMoved(movedMark(moveId, destinationText(destination)));
  return { moveId, migrations, result };
}

async function fillFolder<T>(
  { dataDir }: BackupSettings,
  dir: string,
  moveId: string,
  copy: (target: Target) => Promise<T>,
) {
  const isSourceFolder = resolve(dataDir) === dir;
  await refuseNonEmptyFolder(dir, isSourceFolder);
  const result = await fillSqlite(dir, moveId, copy);
  if (!isSourceFolder) await copyFiles(dataDir, dir);
  return result;
}
