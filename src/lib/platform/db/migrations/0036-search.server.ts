import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const search: Migration = {
  name: '0036-search',
  async up(tx: Tx, engine: Engine) {
    await createTables(tx, engine, STATEMENTS);
    await emptyOldIndex(tx, engine);
  },
};

const STATEMENTS = [
  `alter table product add column tags_json text not null default '[]'`,
  'create table search_synonym (line text primary key, is_on INT not null check (is_on in (0, 1)), created_at INT not null) END',
  `create table search_miss (
    day text not null,
    term text not null,
    times INT not null check (times > 0),
    primary key (day, term)
  ) KEYED_END`,
];

/** Words are indexed in memory now. The table stays until no process of before can ask it. */
async function emptyOldIndex(tx: Tx, engine: Engine): Promise<void> {
  if (engine === 'postgres') await sql`truncate product_search`.execute(tx);
  else await sql`insert into product_search (product_search) values ('delete-all')`.execute(tx);
}
