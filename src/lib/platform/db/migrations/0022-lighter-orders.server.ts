import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Fewer page writes per order. The HTML of mails is now made on sending; older mails go out as plain text. */
export const lighterOrders: Migration = {
  name: '0022-lighter-orders',
  async up(tx: Tx, engine: Engine) {
    await createTables(tx, engine, ["alter table outbox add column content_json text not null default ''"]);
    const content =
      engine === 'postgres'
        ? sql`json_build_object('heading', subject, 'lines', json_build_array(text))::text`
        : sql`json_object('heading', subject, 'lines', json_array(text))`;
    await sql`update outbox set content_json = ${content}`.execute(tx);
    await createTables(tx, engine, [
      'alter table outbox drop column html',
      'drop index outbox_of_address',
      'drop index order_line_of_product',
      'drop index orders_of_customer',
      'create index orders_of_customer on orders (customer_id, created_at desc) where customer_id is not null',
    ]);
  },
};
