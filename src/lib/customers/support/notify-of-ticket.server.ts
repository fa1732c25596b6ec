import type { Tx } from '#lib/platform/db/db.server.ts';
import type { TicketTable } from '#lib/platform/db/tables/support.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { notifyOwner } from '#lib/shop/owner-notices/notify-owner.server.ts';

/** Notifies the owner of a new ticket or a reply, without the customer's message and name. */
export function notifyOfTicket(
  tx: Tx,
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { id, number, subject, priority }: Pick<TicketTable, 'id' | 'number' | 'subject' | 'priority'>,
  event: 'new' | 'reply',
): Promise<void> {
  const notice = {
    heading: event === 'new' ? `New ticket ${number}` : `The customer replied to ticket ${number}`,
    lines: [`About: ${subject}`, ...(event === 'new' ? [`Priority: ${priority}`] : [])],
    command: `tickets show ${number}`,
    thread: `ticket:${id}`,
  };
  return notifyOwner(tx, db, 'ticket', notice, now());
}
