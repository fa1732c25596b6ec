import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/** Older versions always took off the whole order. */
export const orderCredit: Migration = {
  name: '0031-order-credit',
  async up(tx: Tx, engine: Engine) {
    await createTables(tx, engine, STATEMENTS);
    await numberNotes(tx);
  },
};

const OWN_REASONS = `('cancelled', 'returned')`;

const STATEMENTS = [
  `create table order_credit (
    id text primary key,
    order_id text not null references orders (id),
    kind text not null check (kind in ('cancelled', 'refused', 'returned', 'refund')),
    reason text,
    delivery_paise INT not null check (delivery_paise >= 0),
    delivery_tax_json text not null,
    tax_paise INT not null check (tax_paise >= 0),
    total_paise INT not null check (total_paise >= 0),
    owed_paise INT not null check (owed_paise >= 0 and owed_paise <= total_paise),
    note_number text unique,
    note_at INT,
    created_at INT not null
  ) END`,
  'create index order_credit_of_order on order_credit (order_id)',
  `create table order_credit_line (
    credit_id text not null references order_credit (id),
    position INT not null,
    quantity INT not null check (quantity >= 0),
    back text not null check (back in ('stock', 'spoilt', 'none')),
    taxable_paise INT not null check (taxable_paise >= 0),
    cgst_paise INT not null check (cgst_paise >= 0),
    sgst_paise INT not null check (sgst_paise >= 0),
    igst_paise INT not null check (igst_paise >= 0),
    total_paise INT not null check (total_paise >= 0),
    primary key (credit_id, position)
  ) KEYED_END`,
  `insert into order_credit
    select 'before-' || id, id, case when order_status = 'returned' then 'returned' else 'cancelled' end, null,
      delivery_paise, delivery_tax_json, tax_paise, total_paise,
      coalesce((select max(amount_paise) from refund where order_id = orders.id and reason in ${OWN_REASONS}), 0),
      null, null, updated_at
    from orders
    where id in (select order_id from refund where reason in ${OWN_REASONS})
      or (order_status = 'cancelled' and invoice_number is not null)`,
  `insert into order_credit_line
    select order_credit.id, position, quantity, case when taken = 1 and kind = 'cancelled' then 'stock' else 'none' end,
      taxable_paise, cgst_paise, sgst_paise, igst_paise, order_line.total_paise
    from order_line inner join order_credit on order_credit.order_id = order_line.order_id`,
  `create table refund_by_part (
    id text primary key,
    provider text not null,
    reference text not null,
    order_id text not null references orders (id),
    credit_id text references order_credit (id),
    split_of text,
    amount_paise INT not null check (amount_paise > 0),
    reason text not null,
    state text not null check (state in ('due', 'sent')),
    gateway_refund text,
    created_at INT not null,
    updated_at INT not null
  ) END`,
  `insert into refund_by_part
    select provider || '-' || reference, provider, reference, order_id,
      case when reason in ${OWN_REASONS} then 'before-' || order_id end, null,
      amount_paise, reason, state, gateway_refund, created_at, updated_at
    from refund`,
  'drop table refund',
  'alter table refund_by_part rename to refund',
  'create index refund_of_order on refund (order_id)',
  `create index refund_due on refund (created_at) where state = 'due'`,
  'create index refund_at_gateway on refund (gateway_refund) where gateway_refund is not null',
  // A payment that the order could not use goes back once, however often it is reported.
  `create unique index refund_of_payment on refund (provider, reference)
    where credit_id is null and split_of is null`,
];

async function numberNotes(tx: Tx): Promise<void> {
  const at = Date.now();
  const year = financialYear(at);
  const { rows } = await sql<{ id: string }>`
    select order_credit.id from order_credit inner join orders on orders.id = order_credit.order_id
    where invoice_number is not null order by order_credit.created_at, order_credit.id`.execute(tx);
  for (const [index, { id }] of rows.entries()) {
    const number = `CN/${year}/${String(index + 1).padStart(6, '0')}`;
    await sql`update order_credit set note_number = ${number}, note_at = ${at} where id = ${id}`.execute(tx);
  }
  if (rows.length === 0) return;
  await sql`insert into number_series (name, value) values (${`credit-note-${year}`}, ${rows.length})`.execute(tx);
}

/** In India, from April to March: `26-27`. */
function financialYear(at: number): string {
  const day = new Date(at + 330 * 60_000);
  const first = day.getUTCFullYear() - (day.getUTCMonth() < 3 ? 1 : 0);
  return [first, first + 1].map((year) => String(year % 100).padStart(2, '0')).join('-');
}
