import { join } from 'node:path';
import { addressWithoutCredentials } from '#lib/platform/db/address-without-credentials.ts';
import { openDatabase, type ShopDatabase, type StatementListener } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { hasShop } from '#lib/platform/db/migrator/migration-ledger.server.ts';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { errorChain, faultOf, isDiskFault } from '#lib/platform/errors/fault-kind.ts';
import { StartError } from '#lib/platform/errors/start-error.ts';
import {
  assertMayCreate,
  type Creation,
  hasSqliteShop,
  type ShopLocation,
} from '#lib/platform/location/find-shop.server.ts';
import { removeUnfinishedDatabase } from '#lib/platform/location/unfinished-database.server.ts';

interface OpenOptions {
  creation: Creation;
  /** Checks an existing shop before anything is written to it, and throws to leave the shop unchanged. */
  check?: (db: ShopDatabase) => Promise<void>;
  onStatement?: StatementListener | undefined;
}

/** Explanations by SQLSTATE, for a server that responds, but refuses the connection or the first statements. */
const REFUSALS: Partial<Record<string, string>> = {
  '28P01': 'refuses this user or password',
  '28000': 'refuses this user',
  '3D000': 'has no database of this name',
  '42501': 'does not allow this user to create tables',
  '53300': 'has no free connection',
  '57P03': 'is starting up or shutting down',
};

/**
 * Opens the database and migrates it. The caller must close it. Throws a StartError if the database can't be used or is
 * newer than this version, or if there is no shop and none may be created. Throws a ShopError with the code `refused` if
 * the shop was moved, and the errors of `check`.
 */
export async function openMigrated(
  location: ShopLocation & { databaseReadUrl?: string | undefined },
  { creation, check, onStatement }: OpenOptions,
): Promise<ShopDatabase> {
  let db: ShopDatabase | undefined;
  let isNew = false;
  try {
    const { databaseUrl, databaseReadUrl, dataDir } = location;
    // Opening the database creates the file and its folder.
    isNew = !databaseUrl && !(await hasSqliteShop(dataDir));
    if (isNew) await assertMayCreate(location, creation);
    db = await openDatabase({ databaseUrl, databaseReadUrl, dataDir, onStatement });
    const hasTables = await hasShop(db);
    if (databaseUrl && !hasTables) await assertMayCreate(location, creation);
    if (hasTables) await check?.(db);
    await migrate(db);
    return db;
  } catch (error) {
    await db?.close();
    if (isNew && isDiskFault(error)) removeUnfinishedFile(location.dataDir);
    const explanation = location.databaseUrl
      ? explainPostgresError(location.databaseUrl, error)
      : explainSqliteError(location.dataDir, error);
    throw explanation === undefined ? error : new StartError(`The shop can't start: ${explanation}.`, { cause: error });
  }
}

function removeUnfinishedFile(dataDir: string): void {
  try {
    removeUnfinishedDatabase(join(dataDir, 'shop.sqlite'));
  } catch {
    // The original error is reported. The next start uses this file.
  }
}

function explainPostgresError(url: string, error: unknown): string | undefined {
  const chain = errorChain(error);
  const codes = chain.map(codeOf);
  const printableUrl = addressWithoutCredentials(url);
  const refusal = codes.map((code) => REFUSALS[code]).find(Boolean);
  if (refusal) return `the database of DATABASE_URL (${printableUrl}) ${refusal}`;
  if (codes.includes('ERR_INVALID_URL') || chain.some((cause) => cause instanceof URIError))
    return 'DATABASE_URL is not a valid URL; special characters in its password are written like %40';
  const isUnreachable = chain.some(({ name }) => name === 'DatabaseUnavailable');
  if (!isUnreachable) return undefined;
  const systemCode = codes.findLast((code) => /^E[A-Z_]+$/.test(code));
  return `the database of DATABASE_URL (${printableUrl}) can't be reached${systemCode ? ` (${systemCode})` : ''}`;
}

function explainSqliteError(dataDir: string, error: unknown): string | undefined {
  const fault = faultOf(error);
  if (!fault || fault.kind === 'busy' || fault.kind === 'connection') return undefined;
  const { error: faultError } = fault;
  if (!('errcode' in faultError)) return `the folder of DATA_DIR (${dataDir}) can't be used (${codeOf(faultError)})`;
  return `the database in DATA_DIR (${dataDir}/shop.sqlite) can't be used: ${faultError.message}`;
}
