import type { Tx } from '#lib/platform/db/db.server.ts';
import type { TicketTable } from '#lib/platform/db/tables/support.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { verifiedRecipient } from '#lib/platform/mail/recipient.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { notifyOwner } from '#lib/shop/owner-notices/notify-owner.server.ts';

interface TicketMail {
  ticket: Pick<TicketTable, 'id' | 'number' | 'subject' | 'customer_id'>;
  siteUrl: string;
  now: number;
}

export function mailTicketCreated(tx: Tx, mail: TicketMail): Promise<void> {
  return queueTicketMail(tx, mail, 'ticket_created', {
    heading: `We have your ticket ${mail.ticket.number}`,
    lines: ['We will read it and answer by email and in your account, usually within one working day.'],
  });
}

export function mailTicketReply(tx: Tx, mail: TicketMail, message: string): Promise<void> {
  return queueTicketMail(tx, mail, 'ticket_reply', {
    heading: `We have answered your ticket ${mail.ticket.number}`,
    lines: [message],
  });
}

export function mailTicketClosed(tx: Tx, mail: TicketMail): Promise<void> {
  return queueTicketMail(tx, mail, 'ticket_closed', {
    heading: `Your ticket ${mail.ticket.number} is closed`,
    lines: ['If the problem is not solved, reply to the same ticket to open it again.'],
  });
}

/** Notifies the owner of a new ticket or a reply, without the customer's message and name. */
export function notifyOfTicket(
  tx: Tx,
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { id, number, subject, priority }: TicketTable,
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

async function queueTicketMail(
  tx: Tx,
  { ticket, siteUrl, now }: TicketMail,
  kind: string,
  { heading, lines }: { heading: string; lines: string[] },
): Promise<void> {
  const customer = await tx
    .selectFrom('customer')
    .select('email')
    .where('id', '=', ticket.customer_id)
    .executeTakeFirst();
  if (!customer) return;
  const action = { label: 'See the ticket', url: `${siteUrl}/account/support-ticket/${ticket.id}` };
  const content = { heading, lines: [`About: ${ticket.subject}`, ...lines], action };
  const subject = `[${ticket.number}] ${ticket.subject}`;
  await queueMail(tx, { to: verifiedRecipient(customer), kind, subject, content, now, thread: `ticket:${ticket.id}` });
}
