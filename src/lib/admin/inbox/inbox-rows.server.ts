import type { InboxKind } from '#lib/admin/inbox/inbox.ts';
import type { InboxEntry } from '#lib/admin/inbox/inbox-sources.server.ts';
import { MESSAGE_STATES } from '#lib/customers/contact/contact.ts';
import { STATE_LABELS } from '#lib/customers/support/ticket.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { EXCHANGE_STEP_NAMES, exchangeStep } from '#lib/sales/exchanges/exchange.ts';

export interface InboxRow extends InboxEntry {
  /** The page on which staff handle the item. */
  href: string;
  customer: string;
  subject: string;
  state: string;
}

type Content = Pick<InboxRow, 'id' | 'href' | 'customer' | 'subject' | 'state'>;
type Read = ShopDatabase['read'];

/** Returns the entries with their texts for the list. Omits entries that were deleted in the meantime. */
export async function inboxRows(
  { read }: Pick<ShopDatabase, 'read'>,
  entries: readonly InboxEntry[],
): Promise<InboxRow[]> {
  const entriesByKind = Map.groupBy(entries, ({ kind }) => kind);
  const contents = await Promise.all(
    [...entriesByKind].map(([kind, entriesOfKind]) =>
      CONTENTS[kind](
        read,
        entriesOfKind.map(({ id }) => id),
      ),
    ),
  );
  const byId = new Map(contents.flat().map((content) => [content.id, content]));
  return entries.flatMap((entry) => {
    const content = byId.get(entry.id);
    return content ? [{ ...entry, ...content }] : [];
  });
}

const CONTENTS: Record<InboxKind, (read: Read, ids: readonly string[]) => Promise<Content[]>> = {
  ticket: ticketContents,
  exchange: exchangeContents,
  message: messageContents,
  review: reviewContents,
};

async function ticketContents(read: Read, ids: readonly string[]): Promise<Content[]> {
  const rows = await read
    .selectFrom('ticket')
    .innerJoin('customer', 'customer.id', 'ticket.customer_id')
    .select(['ticket.id', 'number', 'subject', 'state', 'customer.name as customer'])
    .where('ticket.id', 'in', ids)
    .execute();
  return rows.map(({ number, state, ...row }) => ({
    ...row,
    href: `/admin/inbox/tickets/${number}`,
    state: STATE_LABELS[state],
  }));
}

async function exchangeContents(read: Read, ids: readonly string[]): Promise<Content[]> {
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
      customer: name,
      subject,
      state: EXCHANGE_STEP_NAMES[exchangeStep(exchange)],
    };
  });
}

async function messageContents(read: Read, ids: readonly string[]): Promise<Content[]> {
  const rows = await read
    .selectFrom('contact_message')
    .select(['id', 'name as customer', 'content as subject', 'state'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ state, ...row }) => ({
    ...row,
    href: `/admin/inbox/messages/${row.id}`,
    state: MESSAGE_STATES[state],
  }));
}

async function reviewContents(read: Read, ids: readonly string[]): Promise<Content[]> {
  const rows = await read
    .selectFrom('review')
    .innerJoin('product', 'product.id', 'review.product_id')
    .leftJoin('customer', 'customer.id', 'review.customer_id')
    .select(['review.id', 'review.name', 'customer.name as account_name', 'rating', 'product.name as product'])
    .select(['hidden', 'unseen', 'summary'])
    .where('review.id', 'in', ids)
    .execute();
  return rows.map(({ id, name, account_name, rating, product, hidden, unseen, summary }) => ({
    id,
    href: `/admin/inbox/reviews/${id}`,
    customer: account_name?.trim() || name,
    subject: `${rating}/5, ${product}: ${summary}`,
    state: hidden === 1 ? 'Hidden' : unseen === 1 ? 'New' : 'Seen',
  }));
}
