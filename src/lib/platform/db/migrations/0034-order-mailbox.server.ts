import { sql } from 'kysely';
import { mailboxOf } from '#lib/fields/email.ts';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

const ORDERS_A_BATCH = 500;

export const orderMailbox: Migration = {
  name: '0034-order-mailbox',
  async up(tx: Tx, engine: Engine) {
    await createTables(tx, engine, STATEMENTS);
    await noteMailboxes(tx);
  },
};

const STATEMENTS = [
  'alter table orders add column mailbox text',
  'create index orders_of_mailbox on orders (mailbox) where customer_id is null and mailbox is not null',
];

async function noteMailboxes(tx: Tx): Promise<void> {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from orders where id > ${after} order by id limit ${ORDERS_A_BATCH}`.execute(tx);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    for (const { id, email } of rows)
      await sql`update orders set mailbox = ${mailboxOf(email)} where id = ${id}`.execute(tx);
  }
}
