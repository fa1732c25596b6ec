import { sql } from 'kysely';
import type { Engine, Tx } from '#lib/platform/db/db.server.ts';
import { createTables } from '#lib/platform/db/migrations/create-tables.server.ts';
import type { Migration } from '#lib/platform/db/migrations/migrate.server.ts';

/**
 * Orders that have their invoice keep it as it was issued. In a shop without a GSTIN, all others get a bill of supply, and
 * the tax that was worked out for them becomes part of the price.
 */
export const taxScheme: Migration = {
  name: '0046-tax-scheme',
  async up(tx: Tx, engine: Engine) {
    await createTables(tx, engine, [
      `alter table orders add column tax_scheme text not null default 'regular'
        check (tax_scheme in ('regular', 'composition', 'unregistered'))`,
    ]);
    if (await hasNoGstin(tx)) await createTables(tx, engine, WITHOUT_TAX);
  },
};

async function hasNoGstin(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ state: string; body: string }>`
    select state, body from own_content where path = 'settings' order by version desc limit 1`.execute(tx);
  const [latest] = rows;
  return latest?.state === 'own' && (JSON.parse(latest.body) as { gstin?: unknown }).gstin === '';
}

const OF_ORDER = "order_id in (select id from orders where tax_scheme = 'unregistered')";
const UNTAXED_DELIVERY = `delivery_tax_json = '{"rateBp":0,"taxablePaise":' || delivery_paise ||
  ',"cgstPaise":0,"sgstPaise":0,"igstPaise":0}'`;
const UNTAXED_LINE = 'taxable_paise = total_paise, cgst_paise = 0, sgst_paise = 0, igst_paise = 0';

const WITHOUT_TAX = [
  `update orders set tax_scheme = 'unregistered', tax_paise = 0, ${UNTAXED_DELIVERY} where invoice_number is null`,
  `update order_line set tax_rate_bp = 0, ${UNTAXED_LINE} where ${OF_ORDER}`,
  `update order_credit set tax_paise = 0, ${UNTAXED_DELIVERY} where ${OF_ORDER}`,
  `update order_credit_line set ${UNTAXED_LINE}
    where credit_id in (select id from order_credit where ${OF_ORDER})`,
];
