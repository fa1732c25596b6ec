import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** An old program prints the name of the constraint that its first statement violates. */
const CONSTRAINT = 'constraint this_database_belongs_to_a_newer_version_of_the_shop check (turn = 0)';

/**
 * Programs older than 21 November 2026, 22:52 do not compare versions. They start on any database that lists all
 * migrations they know, and sell without a line in the stock ledger. Without the name of their first migration they
 * take the database for an unfinished one, and their next statement increments `migration_turn.turn`.
 */
export const refuseOldPrograms: Migration = {
  name: '0050-refuse-old-programs',
  async up(tx: Tx, engine: Engine): Promise<void> {
    for (const statement of engine === 'postgres' ? POSTGRES : SQLITE) await sql.raw(statement).execute(tx);
    await tx.deleteFrom('migration').where('name', '=', REMOVED_NAME).execute();
  },
};

/** Done in every database that has `refuseOldPrograms`, though not listed in it. */
export const REMOVED_NAME = '0001-catalogue';

/** SQLite adds no constraint to a table that exists. */
const SQLITE = [
  'drop table migration_turn',
  `create table migration_turn (id integer primary key, turn integer not null, ${CONSTRAINT}) strict`,
  'insert into migration_turn (id, turn) values (1, 0)',
];
const POSTGRES = ['update migration_turn set turn = 0', `alter table migration_turn add ${CONSTRAINT}`];
