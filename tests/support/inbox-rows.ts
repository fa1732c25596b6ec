import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { ReviewTable } from '#lib/platform/db/query/tables.ts';
import type { ExchangeState } from '#lib/platform/db/tables/exchange.ts';
import type { TicketTable } from '#lib/platform/db/tables/support.ts';
import { CONTACT_MESSAGE } from './contact-message.ts';
import { stockGoods } from './goods.ts';
import { insertOrder } from './order-row.ts';

interface Timestamp {
  at: number;
}

/**
 * Creates the accounts of Asha (`asha`) and Chandra (`other`). Bala has no account. Returns functions that insert the
 * inbox's rows directly, for tests that read many rows.
 */
export async function inboxFixture(db: ShopDatabase) {
  await stockGoods(db);
  const scarf = db.write.selectFrom('product').select('id').where('slug', '=', 'test-scarf');
  const { id: productId } = await scarf.executeTakeFirstOrThrow();
  await addAccount('asha', 'Asha Rao');
  await addAccount('other', 'Chandra Das');

  async function addAccount(id: string, name: string): Promise<void> {
    const row = { id, name, email: `${id}@example.in`, mobile: '9876543210', wrong_codes: 0 };
    await db.write
      .insertInto('customer')
      .values({ ...row, created_at: 0, updated_at: 0 })
      .execute();
  }

  return {
    order: (id: string, values: Parameters<typeof insertOrder>[2] = {}) => insertOrder(db, id, values),
    async ticket(
      id: string,
      { at, customer = 'asha', ...values }: Timestamp & { customer?: string } & Partial<TicketTable>,
    ) {
      const about = { subject: 'A seam', priority: 'low', state: 'open', ...values } as const;
      await db.write
        .insertInto('ticket')
        .values({
          id,
          number: `T-${id.toUpperCase()}`,
          customer_id: customer,
          created_at: at,
          updated_at: at,
          ...about,
        })
        .execute();
    },
    async message(id: string, { at, ...values }: Timestamp & { state?: 'new' | 'answered' | 'closed' }) {
      const message = { ...CONTACT_MESSAGE, name: 'Bala Iyer', email: 'bala@example.in' };
      await db.write
        .insertInto('contact_message')
        .values({ id, ...message, ...values, created_at: at })
        .execute();
    },
    async exchange(
      id: string,
      { at, ...values }: Timestamp & { state?: ExchangeState; shipped_at?: number; custom_reason?: string },
    ) {
      // `fillInbox` uses the numbers that begin with OE.
      await insertOrder(db, `o-${id}`, {
        number: `O${id}`.toUpperCase().replace(/^OE/, 'Oe'),
        order_status: 'delivered',
      });
      const request = { reasons_json: '[]', custom_reason: '', has_original_packaging: 1, state: 'requested' } as const;
      await db.write
        .insertInto('exchange')
        .values({ id, order_id: `o-${id}`, customer_id: null, ...request, ...values, created_at: at, updated_at: at })
        .execute();
    },
    async review(id: string, { at, ...values }: Timestamp & Partial<ReviewTable>) {
      // Only the first review is Asha's, because a customer can write only one review of a product.
      const { product_id = productId } = values;
      const isFirst = !(await db.write.selectFrom('review').select('id').limit(1).executeTakeFirst());
      const row = { name: 'Asha Rao', rating: 4, summary: 'Soft.', fit: null, verified: 0, hidden: 0, unseen: 1 };
      await db.write
        .insertInto('review')
        .values({
          id,
          product_id,
          customer_id: isFirst ? 'asha' : null,
          ...row,
          created_at: at,
          updated_at: null,
          ...values,
        })
        .execute();
    },
  };
}

/** Inserts `count` rows of each kind, each for a different customer. One row in a thousand is open. */
export async function fillInbox(db: ShopDatabase, count: number): Promise<void> {
  const { id: productId } = await db.write.selectFrom('product').select('id').limit(1).executeTakeFirstOrThrow();
  await insertOrder(db, 'first', { order_status: 'delivered' });
  const { id: _, ...order } = await db.write.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
  const review = { rating: 4, summary: 'Soft.', fit: null, verified: 0, hidden: 0, updated_at: null } as const;
  for (let from = 0; from < count; from += 500) {
    const numbers = Array.from({ length: Math.min(500, count - from) }, (__, n) => from + n);
    const rows = numbers.map((n) => {
      const isOpen = n % 1_000 === 0;
      const times = { created_at: n, updated_at: n };
      const person = { name: `Asha ${n}`, email: `c${n}@example.in`, mobile: String(9_000_000_000 + n) };
      return {
        customer: { id: `c${n}`, ...person, wrong_codes: 0, ...times },
        ticket: {
          ...{
            id: `t${n}`,
            number: `T-T${n}`,
            customer_id: `c${n}`,
            subject: `Subject ${n}`,
            priority: 'low' as const,
          },
          ...{ state: isOpen ? ('open' as const) : ('closed' as const), ...times },
        },
        contact_message: {
          ...{ id: `m${n}`, ...person, content: 'Hello', created_at: n },
          ...{ state: isOpen ? ('new' as const) : ('closed' as const) },
        },
        orders: {
          ...order,
          ...person,
          ...{ id: `o${n}`, number: `OE${n}`, customer_id: `c${n}`, ...times },
          address_json: JSON.stringify({ name: person.name, city: `City${n % 50}`, mobile: person.mobile }),
        },
        exchange: {
          ...{ id: `e${n}`, order_id: `o${n}`, customer_id: `c${n}`, reasons_json: '[]', custom_reason: '' },
          ...{ has_original_packaging: 1, state: isOpen ? ('requested' as const) : ('declined' as const), ...times },
        },
        review: {
          ...review,
          ...{ id: `r${n}`, product_id: productId, customer_id: `c${n}`, name: person.name, created_at: n },
          unseen: isOpen ? 1 : 0,
        },
      };
    });
    await db.write
      .insertInto('customer')
      .values(rows.map(({ customer }) => customer))
      .execute();
    await db.write
      .insertInto('ticket')
      .values(rows.map(({ ticket }) => ticket))
      .execute();
    await db.write
      .insertInto('contact_message')
      .values(rows.map((row) => row.contact_message))
      .execute();
    for (let part = 0; part < rows.length; part += 250)
      await db.write
        .insertInto('orders')
        .values(rows.slice(part, part + 250).map(({ orders: { name: __, ...row } }) => row) as never)
        .execute();
    await db.write
      .insertInto('exchange')
      .values(rows.map(({ exchange }) => exchange))
      .execute();
    await db.write
      .insertInto('review')
      .values(rows.map((row) => row.review))
      .execute();
  }
}
