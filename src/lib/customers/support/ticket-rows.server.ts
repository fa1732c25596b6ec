import type { AttachmentJson, TicketJson, TicketMessageJson } from '#lib/customers/support/ticket.ts';
import { recordReading } from '#lib/platform/audit/record-reading.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { AttachmentTable, TicketMessageTable, TicketTable } from '#lib/platform/db/tables/support.ts';
import { FILE_KINDS, type FileKindName } from '#lib/platform/files/storage/file-kinds.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/**
 * Records in the audit log that a ticket was read, because a ticket contains a customer's messages, name and email
 * address.
 */
export function recordReadingTicket({ db, now }: Pick<Shop, 'db' | 'now'>, number: string): Promise<void> {
  return recordReading(db, { action: 'read ticket', record: { kind: 'ticket', id: number } }, now());
}

/** Returns a ticket, or undefined for an unknown ticket or another customer's ticket. */
export function ownTicket(
  db: Tx | ShopDatabase['write'],
  customerId: string,
  id: string,
): Promise<TicketTable | undefined> {
  return db
    .selectFrom('ticket')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
}

/** Returns the messages of a ticket with their attachments, oldest first. */
export async function readThread(db: ShopDatabase, ticketId: string): Promise<TicketMessageJson[]> {
  const messages = await db.write
    .selectFrom('ticket_message')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const attachments = await readAttachments(db, ticketId);
  return messages.map((message) => messageJson(message, attachments));
}

export function readAttachments(db: ShopDatabase, ticketId: string): Promise<AttachmentTable[]> {
  return db.write
    .selectFrom('attachment')
    .innerJoin('ticket_message', 'ticket_message.id', 'attachment.ticket_message_id')
    .selectAll('attachment')
    .where('ticket_message.ticket_id', '=', ticketId)
    .orderBy('attachment.position')
    .execute();
}

export function ticketJson(row: TicketTable): TicketJson {
  const { id, number, subject, priority, state } = row;
  return {
    _id: id,
    number,
    subject,
    priority,
    state,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

function messageJson(row: TicketMessageTable, attachments: AttachmentTable[]): TicketMessageJson {
  const gallery = attachments.filter(({ ticket_message_id }) => ticket_message_id === row.id).map(attachmentJson);
  return { _id: row.id, author: row.author, message: row.message, created_at: isoTime(row.created_at), gallery };
}

function attachmentJson({ id, name, kind, bytes }: AttachmentTable): AttachmentJson {
  const { types, shownAs } = FILE_KINDS[kind as FileKindName];
  return { _id: id, name, type: types[0], bytes, path: `/public/support-ticket/attachment/${id}`, shownAs };
}

function isoTime(time: number): string {
  return new Date(time).toISOString();
}
