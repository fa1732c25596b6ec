import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

export const contactTable: Migration = {
  name: '0002-contact',
  async up(tx: Tx, engine: Engine): Promise<void> {
    const [int, end] = engine === 'postgres' ? ['bigint', ''] : ['integer', 'strict'];
    await sql
      .raw(`create table contact_message (
        id text primary key,
        name text not null,
        mobile text not null,
        email text not null,
        content text not null,
        created_at ${int} not null
      ) ${end}`)
      .execute(tx);
    await sql.raw('create index contact_message_latest on contact_message (created_at desc)').execute(tx);
  },
};
