import { sql } from 'kysely';
import { foldedEmail } from '#lib/fields/email.ts';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

const USES_A_BATCH = 500;

/** Lower case can't make addresses collide here: none of these columns is unique. */
export const whoseCoupon: Migration = {
  name: '0028-whose-coupon',
  async up(tx: Tx, engine: Engine) {
    await createTables(tx, engine, STATEMENTS);
    await noteFormerBuyers(tx);
  },
};

const OLDER_LINK = `exists (
  select 1 from sign_in_link as newer where newer.customer_id = sign_in_link.customer_id and (
    newer.expires_at > sign_in_link.expires_at or
    (newer.expires_at = sign_in_link.expires_at and newer.token_hash > sign_in_link.token_hash)))`;

const STATEMENTS = [
  `create table coupon_buyer (
    code text not null,
    buyer text not null,
    order_id text not null,
    primary key (code, buyer, order_id)
  ) KEYED_END`,
  'create index coupon_buyer_of_order on coupon_buyer (order_id)',
  'drop index coupon_use_of_email',
  `delete from sign_in_link where ${OLDER_LINK}`,
  'drop index sign_in_link_of_customer',
  'create unique index sign_in_link_of_customer on sign_in_link (customer_id)',
  'alter table code_challenge add column digits INT not null default 4',
  'update orders set email = lower(email) where email <> lower(email)',
  'update contact_message set email = lower(email) where email <> lower(email)',
];

interface FormerUse {
  code: string;
  order_id: string;
  email: string;
  mobile: string | null;
  customer_id: string | null;
  account_email: string | null;
}

async function noteFormerBuyers(tx: Tx): Promise<void> {
  let after = { code: '', order_id: '' };
  for (;;) {
    const { rows } = await sql<FormerUse>`
      select coupon_use.code, coupon_use.order_id, coupon_use.email, orders.mobile, orders.customer_id,
        customer.email as account_email
      from coupon_use
        left join orders on orders.id = coupon_use.order_id
        left join customer on customer.id = orders.customer_id
      where coupon_use.code > ${after.code}
        or (coupon_use.code = ${after.code} and coupon_use.order_id > ${after.order_id})
      order by coupon_use.code, coupon_use.order_id
      limit ${USES_A_BATCH}`.execute(tx);
    const last = rows.at(-1);
    if (!last) return;
    after = last;
    const notes = rows.flatMap((use) => keysOf(use).map((buyer) => sql`(${use.code}, ${buyer}, ${use.order_id})`));
    await sql`insert into coupon_buyer (code, buyer, order_id) values ${sql.join(notes)}`.execute(tx);
  }
}

function keysOf({ email, mobile, customer_id, account_email }: FormerUse): string[] {
  const keys = [`email:${foldedEmail(email)}`];
  if (account_email !== null) keys.push(`email:${foldedEmail(account_email)}`);
  if (customer_id !== null) keys.push(`customer:${customer_id}`);
  if (mobile) keys.push(`mobile:${mobile}`);
  return [...new Set(keys)];
}
