import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

/** Reads the part of a demo history that is the same in every run: everything except ids and random values. */
export async function readHistory({ write }: ShopDatabase) {
  const orders = await write
    .selectFrom('orders')
    .select(['number', 'email', 'order_status', 'payment_status', 'total_paise', 'coupon_code', 'invoice_number'])
    .select(['tracking_number', 'created_at', 'updated_at'])
    .orderBy('number')
    .execute();
  const lines = await write
    .selectFrom('order_line')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['number', 'order_line.sku', 'quantity', 'order_line.total_paise', 'bolt_position'])
    .orderBy('number')
    .orderBy('position')
    .execute();
  const events = await write
    .selectFrom('order_event')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['number', 'at', 'kind'])
    .orderBy('number')
    .orderBy('order_event.id')
    .execute();
  const ledger = await write
    .selectFrom('stock_ledger')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['number', 'change', 'why', 'at'])
    .orderBy('number')
    .orderBy('at')
    .orderBy('change')
    .execute();
  const mails = await write
    .selectFrom('outbox')
    .select(['kind', 'to_address', 'created_at', 'sent_at'])
    .orderBy('created_at')
    .orderBy('kind')
    .orderBy('to_address')
    .execute();
  const messages = await write.selectFrom('ticket_message').select(['author', 'message']).orderBy('message').execute();
  const reviews = await write.selectFrom('review').select(['name', 'summary', 'hidden']).orderBy('summary').execute();
  const misses = await write.selectFrom('search_miss').selectAll().orderBy('day').orderBy('term').execute();
  const subscribers = await write.selectFrom('subscriber').select('email').orderBy('email').execute();
  return { orders, lines, events, ledger, mails, messages, reviews, misses, subscribers };
}
