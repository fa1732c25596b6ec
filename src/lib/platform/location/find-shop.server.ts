import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { addressWithoutCredentials } from '#lib/platform/db/address-without-credentials.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { shopTraces } from '#lib/platform/location/traces.server.ts';

export interface ShopLocation {
  databaseUrl?: string | undefined;
  dataDir: string;
}

/** Whether a program may create a shop if there is none. With `never`, only an existing shop is opened. */
export type Creation =
  | 'never'
  | {
      /** Whether a shop is created even if an earlier shop has left files. Set by NEW_SHOP. */
      isNew: boolean;
      /** Lists the backups in BACKUP_DIR, newest first. */
      backups?: () => Promise<string[]>;
    };

/** Throws a StartError unless a new shop may be created here. Creates no files. */
export async function assertMayCreate(location: ShopLocation, creation: Creation): Promise<void> {
  if (creation !== 'never' && creation.isNew) return;
  const traces = await shopTraces(location.dataDir);
  if (traces.length > 0) throw new StartError(lostShopText(location, traces));
  if (creation === 'never') throw new StartError(missingShopText(location));
  const [newestBackup] = (await creation.backups?.()) ?? [];
  if (newestBackup !== undefined) throw new StartError(restorableShopText(location, newestBackup));
}

/** Returns whether the SQLite file in DATA_DIR has a shop's tables. A file that can't be read is treated as a shop. */
export async function hasSqliteShop(dataDir: string): Promise<boolean> {
  const path = join(dataDir, 'shop.sqlite');
  const stats = await stat(path).catch(ignoreNotFound);
  if (!stats || stats.size === 0) return false;
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    return countMigrations(database) > 0;
  } catch {
    // Opening the file later throws the same error, with a message for the owner.
    return true;
  }
}

/** Returns the number of completed migrations, or 0 if the database has no table of migrations. */
export function countMigrations(database: DatabaseSync): number {
  const table = database.prepare(`select 1 from sqlite_schema where type = 'table' and name = 'migration'`).get();
  return table ? Number(database.prepare('select count(*) as done from migration').get()?.done) : 0;
}

/** Returns the location for messages: the folder, or the URL of the database without user and password. */
export function locationText({ databaseUrl, dataDir }: ShopLocation): string {
  return databaseUrl ? `postgres://${addressWithoutCredentials(databaseUrl)}` : resolve(dataDir);
}

function missingShopText(location: ShopLocation): string {
  const setting = location.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  return (
    `There is no shop in ${locationText(location)} (${setting}). Nothing was changed. ` +
    `If ${setting} is right, create a shop first: npm start, npm run shop -- setup, or npm run shop -- restore.`
  );
}

function lostShopText(location: ShopLocation, traces: readonly string[]): string {
  const { databaseUrl, dataDir } = location;
  const problem = databaseUrl
    ? `the database ${locationText(location)} has no tables`
    : `its database shop.sqlite is missing or empty`;
  return `The shop can't start: ${resolve(dataDir)} has files of a shop (${traces.join(', ')}), but ${problem}. Nothing was changed.
  - Is a disk not mounted, or is DATA_DIR or DATABASE_URL wrong? Correct that, and start again.
  - Is the database lost? Move this folder away, and restore the shop from its backup: npm run shop -- restore BACKUP
  - Do you want a new shop? Create it in another folder (DATA_DIR=… npm run shop -- setup), or here, once: NEW_SHOP=on npm start`;
}

function restorableShopText(location: ShopLocation, newestBackup: string): string {
  return `The shop can't start: there is no shop in ${locationText(location)}, but BACKUP_DIR has backups of one (the newest is ${newestBackup}). Nothing was changed.
  - Is a disk not mounted, or is DATA_DIR or DATABASE_URL wrong? Correct that, and start again.
  - Is the database lost? Restore the shop: npm run shop -- restore ${newestBackup}
  - Do you want a new shop? Start it once with NEW_SHOP=on npm start`;
}
