import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { existingFiles } from '#lib/operations/backup/existing-files.server.ts';
import { SQLITE_FILE } from '#lib/operations/backup/sqlite-dump.server.ts';
import type { Counters, Row, Target } from '#lib/operations/database-move/source-and-target.ts';
import { sqliteQuery, sqliteRows } from '#lib/operations/database-move/sqlite-rows.server.ts';
import { quoteIdentifier, readShapes, type TableShape } from '#lib/operations/database-move/table-shape.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { arrivingMark } from '#lib/platform/db/migrator/move-marks.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { syncFile } from '#lib/platform/files/storage/write-file.server.ts';

/** The database is filled in this folder, so that no shop opens it before `activateSqlite`. */
const STAGING_DIR = 'moving';

/**
 * Throws a ShopError `conflict` if the folder contains a shop. Other files are allowed only in the folder of the shop
 * to move (`isSourceFolder`); elsewhere, they cause the same error.
 */
export async function refuseNonEmptyFolder(dir: string, isSourceFolder: boolean): Promise<void> {
  if (existsSync(join(dir, SQLITE_FILE)))
    throw new ShopError('conflict', `${join(dir, SQLITE_FILE)} already exists. Move to an empty folder.`);
  const existingNames = isSourceFolder ? [] : await existingFiles(dir);
  if (existingNames.some((name) => name !== STAGING_DIR))
    throw new ShopError('conflict', `${dir} is not empty. Move to an empty folder.`);
}

/** Fills a new database in the staging folder, after deleting an earlier unfinished database from this folder. */
export async function fillSqlite<T>(dir: string, moveId: string, work: (target: Target) => Promise<T>): Promise<T> {
  const stagingDir = join(dir, STAGING_DIR);
  await rm(stagingDir, { recursive: true, force: true });
  await mkdir(stagingDir, { recursive: true, mode: 0o700 });
  const database = await openDatabase({ dataDir: stagingDir });
  await migrate(database).finally(() => database.close());
  const path = join(stagingDir, SQLITE_FILE);
  const file = new DatabaseSync(path);
  try {
    // If the move fails, the file is not used, so it needs neither a journal nor a sync after each write.
    file.exec('pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off; begin');
    const result = await work(await targetOf(file));
    file.prepare('insert into migration (name, at) values (?, ?)').run(arrivingMark(moveId), Date.now());
    file.exec('commit');
    return result;
  } finally {
    file.close();
    await syncFile(path);
    await syncFile(stagingDir);
  }
}

/**
 * Moves the database to its final place, and removes the mark of the move, even if an earlier call was interrupted.
 * Returns false if the target has no mark of this move.
 */
export async function activateSqlite(dir: string, moveId: string): Promise<boolean> {
  const [path, stagingDir] = [join(dir, SQLITE_FILE), join(dir, STAGING_DIR)];
  const isInPlace = existsSync(path);
  const currentPath = isInPlace ? path : join(stagingDir, SQLITE_FILE);
  if (!existsSync(currentPath) || !hasMark(currentPath, moveId)) return false;
  if (!isInPlace) await rename(currentPath, path);
  await syncFile(dir);
  await rm(stagingDir, { recursive: true, force: true });
  using file = new DatabaseSync(path);
  file.exec('pragma synchronous = full');
  file.prepare('delete from migration where name = ?').run(arrivingMark(moveId));
  return true;
}

function hasMark(path: string, moveId: string): boolean {
  using file = new DatabaseSync(path);
  return file.prepare('select 1 from migration where name = ?').get(arrivingMark(moveId)) !== undefined;
}

async function targetOf(file: DatabaseSync): Promise<Target> {
  const shapes = await readShapes(sqliteQuery(file), 'sqlite');
  // Deletes the rows that migrations have inserted.
  for (const { name } of shapes) file.exec(`delete from ${quoteIdentifier(name)}`);
  return {
    shapes,
    supportsNul: true,
    rows: (shape) => sqliteRows(file, shape),
    insert: async (shape, rows) => insertRows(file, shape, rows),
    complete: async (counters) => complete(file, counters),
  };
}

function insertRows(file: DatabaseSync, { name, columns }: TableShape, rows: Row[]): void {
  const columnNames = columns.map((column) => quoteIdentifier(column.name)).join(', ');
  const insertStatement = file.prepare(
    `insert into ${quoteIdentifier(name)} (${columnNames}) values (${columns.map(() => '?').join(', ')})`,
  );
  const isInteger = columns.map(({ kind }) => kind === 'integer');
  for (const row of rows)
    insertStatement.run(...row.map((value, index) => (value !== null && isInteger[index] ? BigInt(value) : value)));
}

function complete(file: DatabaseSync, counters: Counters): void {
  for (const [table, lastNumber] of counters)
    file.prepare('update sqlite_sequence set seq = max(seq, ?) where name = ?').run(BigInt(lastNumber), table);
  const [violation] = file.prepare('pragma foreign_key_check').all();
  if (violation)
    throw new Error(`${violation.table} refers to a missing row of ${violation.parent}. Nothing was moved.`);
}
