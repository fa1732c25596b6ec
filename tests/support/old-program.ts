import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export const MIGRATIONS_OF_OLD_PROGRAM = [
  '0001-catalogue',
  '0002-contact',
  '0003-identity',
  '0004-mail',
  '0005-address',
  '0006-cart',
  '0007-orders',
  '0008-payments',
  '0009-support',
  '0010-newsletter',
  '0011-redirects',
  '0012-reviews',
  '0014-exchange',
  '0017-refund',
  '0021-fewer-indexes',
  '0022-lighter-orders',
];

/**
 * Runs the first statements of a program older than commit 811191b4, the first commit whose program compares versions.
 * If this function does not throw an error, the database would not stop such a program.
 */
export async function runOldStartup(db: ShopDatabase, knownMigrations: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select "name" from "migration"`.execute(db.write);
  if (knownMigrations.every((name) => rows.some((row) => row.name === name))) return;
  await sql`create table if not exists migration (name text primary key, at bigint not null)`.execute(db.write);
  await sql`create table if not exists migration_turn (id bigint primary key, turn bigint not null)`.execute(db.write);
  await sql`insert into migration_turn (id, turn) values (1, 0) on conflict do nothing`.execute(db.write);
  await sql`update "migration_turn" set "turn" = turn + 1 where "id" = ${1}`.execute(db.write);
}
