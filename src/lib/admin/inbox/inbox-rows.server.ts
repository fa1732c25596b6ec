import type { InboxKind } from '#lib/admin/inbox/inbox.ts';
import type { InboxEntry } from '#lib/admin/inbox/inbox-sources.server.ts';
import { MESSAGE_STATES } from '#lib/customers/contact/contact.ts';
import { TICKET_STATE_LABELS } from '#lib/customers/support/ticket.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { EXCHANGE_STEP_NAMES, exchangeStep } from '#lib/sales/exchanges/exchange.ts';

export interface InboxRow extends InboxEntry {
  /** The path of the page on which staff handle the item. */
  href: string;
  customerName: string;
  subject: string;
  state: string;
}

type Content = Pick<InboxRow, 'id' | 'href' | 'customerName' | 'subject' | 'state'>;

/** Returns the entries with the contents that the list shows. Omits entries that were deleted in the meantime. */
export async function inboxRows(
  { read }: Pick<ShopDatabase, 'read'>,
  entries: readonly InboxEntry[],
): Promise<InboxRow[]> {
  const entriesByKind = Map.groupBy(entries, ({ kind }) => kind);
  const contents = await Promise.all(
    [...entriesByKind].map(([kind, entriesOfKind]) => {
      const ids = entriesOfKind.map(({ id }) => id);
      return CONTENT_READERS[kind](read, ids);
    }),
  );
  const contentsById = new Map(contents.flat().map((content) => [content.id, content]));
  return entries.flatMap((entry) => {
    const content = contentsById.get(entry.id);
    return content ? [{ ...entry, ...content }] : [];
  });
}

const CONTENT_READERS: Record<InboxKind, (read: ShopDatabase['read'], ids: readonly string[]) => Promise<Content[]>> = {
  async ticket(read, ids) {
    const rows = await read
      .selectFrom('ticket')
      .innerJoin('customer', 'customer.id', 'ticket.customer_id')
      .select(['ticket.id', 'number', 'subject', 'state', 'customer.name as customerName'])
      .where('ticket.id', 'in', ids)
      .execute();
    return rows.map(({ number, state, ...row }) => ({
      ...row,
      href: `/admin/inbox/tickets/${number}`,
      state: TICKET_STATE_LABELS[state],
    }));
  },
  async exchange(read, ids) {
    const rows = await read
      .selectFrom('exchange')
      .innerJoin('orders', 'orders.id', 'exchange.order_id')
      .select(['exchange.id', 'number', 'state', 'reasons_json', 'custom_reason', 'shipped_at', 'address_json'])
      .select('exchange.delivered_at')
      .where('exchange.id', 'in', ids)
      .execute();
    return rows.map(({ id, number, reasons_json, custom_reason, address_json, ...exchange }) => {
      const reasons = [...(JSON.parse(reasons_json) as string[]), custom_reason].filter(Boolean).join('; ');
      const { name = '' } = JSON.parse(address_json) as Partial<OrderAddress>;
      const subject = reasons ? `${number}: ${reasons}` : number;
      return {
        id,
        href: `/admin/inbox/exchanges/${id}`,
        customerName: name,
        subject,
        state: EXCHANGE_STEP_NAMES[exchangeStep(exchange)],
      };
    });
  },
  async message(read, ids) {
    const rows = await read
      .selectFrom('contact_message')
      .select(['id', 'name as customerName', 'content as subject', 'state'])
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ state, ...row }) => ({
      ...row,
      href: `/admin/inbox/messages/${row.id}`,
      state: MESSAGE_STATES[state],
    }));
  },
  async review(read, ids) {
    const rows = await read
      .selectFrom('review')
      .innerJoin('product', 'product.id', 'review.product_id')
      .leftJoin('customer', 'customer.id', 'review.customer_id')
      .select(['review.id', 'review.name', 'customer.name as account_name', 'rating', 'product.name as product_name'])
      .select(['hidden', 'unseen', 'summary'])
      .where('review.id', 'in', ids)
      .execute();
    return rows.map(({ id, name, account_name, rating, product_name, hidden, unseen, summary }) => ({
      id,
      href: `/admin/inbox/reviews/${id}`,
      customerName: account_name?.trim() || name,
      subject: `${rating}/5, ${product_name}: ${summary}`,
      state: hidden === 1 ? 'Hidden' : unseen === 1 ? 'New' : 'Seen',
    }));
  },
};
