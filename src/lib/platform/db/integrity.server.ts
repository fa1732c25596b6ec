import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** SQLite's result code for a damaged file. */
const SQLITE_CORRUPT = 11;
const MAX_PROBLEMS = 5;

/**
 * Returns up to five problems that the database itself reports, or an empty list if the database is intact. SQLite
 * reads every page of the file, which takes about a second per gigabyte.
 */
export async function integrityProblems(db: ShopDatabase): Promise<string[]> {
  return (await (db.engine === 'sqlite' ? sqliteProblems(db) : postgresProblems(db))).slice(0, MAX_PROBLEMS);
}

async function sqliteProblems({ read }: ShopDatabase): Promise<string[]> {
  const pageProblems = await damagedPages(read);
  if (pageProblems.length > 0) return pageProblems;
  const violations = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(
    read,
  );
  return violations.rows.map(
    ({ table, rowid, parent }) => `row ${rowid} of ${table} refers to a missing row of ${parent}`,
  );
}

/**
 * Returns SQLite's messages about damaged pages of the file, or an empty list if all pages are intact. Throws if the
 * file can't be read for another reason.
 */
export async function damagedPages(read: ShopDatabase['read']): Promise<string[]> {
  try {
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(${sql.lit(MAX_PROBLEMS)})`.execute(read);
    return rows.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok');
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === SQLITE_CORRUPT)
      return [error.message];
    throw error;
  }
}

async function postgresProblems({ read }: ShopDatabase): Promise<string[]> {
  const invalidIndexes = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index
    where not indisvalid and indrelid in (select oid from pg_class where relnamespace = current_schema()::regnamespace)`.execute(
    read,
  );
  const uncheckedConstraints = await sql<{ name: string }>`select conname as name from pg_constraint
    where not convalidated and connamespace = current_schema()::regnamespace`.execute(read);
  return [
    ...invalidIndexes.rows.map(({ name }) => `index ${name} is not valid: run reindex index ${name}`),
    ...uncheckedConstraints.rows.map(({ name }) => `constraint ${name} was never checked against all rows`),
  ];
}
