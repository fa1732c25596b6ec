import { randomInt } from 'node:crypto';
import { paginationData } from '#lib/catalog/listing/pagination.ts';
import { insertAttachments, withStoredFiles } from '#lib/customers/support/attachments.server.ts';
import type { Priority, TicketJson, TicketThreadJson } from '#lib/customers/support/ticket.ts';
import { mailTicketCreated, notifyOfTicket } from '#lib/customers/support/ticket-mail.server.ts';
import { ownTicket, readThread, ticketJson } from '#lib/customers/support/ticket-rows.server.ts';
import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { TicketTable } from '#lib/platform/db/tables/support.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import { incrementCount } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

type TicketShop = Pick<Shop, 'db' | 'files' | 'settings' | 'now'>;

const TICKETS_PER_PAGE = 10;
/** The limit for each customer, so that the files of messages don’t fill the disk. */
const MESSAGES_PER_HOUR = 30;
/** The characters of ticket numbers, without letters and digits that are easily confused on the phone. */
const NUMBER_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creates a ticket. Returns the ticket or, for a repeated request, the first ticket. */
export async function createTicket(
  { db, files, settings, now }: TicketShop,
  customerId: string,
  { subject, priority, message }: { subject: string; priority: Priority; message: string },
  uploadedFiles: UploadedFile[],
): Promise<TicketJson> {
  const time = now();
  const ticket: TicketTable = {
    id: newId(),
    number: '',
    customer_id: customerId,
    subject,
    priority,
    state: 'open',
    created_at: time,
    updated_at: time,
  };
  return withStoredFiles(files, uploadedFiles, (storedFiles) =>
    transaction(db, async (tx) => {
      const earlierId = await claimAttempt(db, tx, { action: 'ticket', newId: ticket.id, now: time });
      if (earlierId !== undefined) return ticketJson((await ownTicket(tx, customerId, earlierId)) ?? ticket);
      ticket.number = await unusedTicketNumber(tx);
      await tx.insertInto('ticket').values(ticket).execute();
      await insertAttachments(tx, await addMessage(tx, ticket.id, 'customer', message, time), storedFiles);
      await mailTicketCreated(tx, { ticket, siteUrl: settings.siteUrl, now: time });
      await notifyOfTicket(tx, { db, now }, ticket, 'new');
      return ticketJson(ticket);
    }),
  );
}

/**
 * Adds a customer's reply, which opens the ticket again. Returns the id of the message or, for a repeated request, the
 * id of the first message. Throws a ShopError `not_found` for an unknown ticket or another customer's ticket.
 */
export async function replyToTicket(
  { db, files, now }: TicketShop,
  customerId: string,
  { id, message }: { id: string; message: string },
  uploadedFiles: UploadedFile[],
): Promise<{ _id: string }> {
  return withStoredFiles(files, uploadedFiles, (storedFiles) =>
    transaction(db, async (tx) => {
      const ticket = await ownTicket(tx, customerId, id);
      if (!ticket) throw ticketNotFound();
      const messageId = newId();
      const earlierId = await claimAttempt(db, tx, { action: 'reply', newId: messageId, now: now() });
      if (earlierId !== undefined) return { _id: earlierId };
      await addMessage(tx, ticket.id, 'customer', message, now(), messageId);
      await insertAttachments(tx, messageId, storedFiles);
      await tx.updateTable('ticket').set({ state: 'open', updated_at: now() }).where('id', '=', ticket.id).execute();
      await notifyOfTicket(tx, { db, now }, ticket, 'reply');
      return { _id: messageId };
    }),
  );
}

/** Returns a page of the customer's tickets, most recently changed first. The first page is 1. */
export async function listTickets({ db }: Pick<Shop, 'db'>, customerId: string, page: number) {
  const customerTickets = db.write.selectFrom('ticket').where('customer_id', '=', customerId);
  const { total } = await customerTickets
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await customerTickets
    .selectAll()
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(TICKETS_PER_PAGE)
    .offset((page - 1) * TICKETS_PER_PAGE)
    .execute();
  return { data: rows.map(ticketJson), ...paginationData(Number(total), TICKETS_PER_PAGE, page) };
}

/** Returns a ticket with its messages, or undefined for an unknown ticket or another customer's ticket. */
export async function findTicket(
  { db }: Pick<Shop, 'db'>,
  customerId: string,
  id: string,
): Promise<TicketThreadJson | undefined> {
  const ticket = await ownTicket(db.write, customerId, id);
  return ticket && { ...ticketJson(ticket), messages: await readThread(db, ticket.id) };
}

/**
 * Returns a ticket with its messages. Throws a ShopError `not_found` for an unknown ticket or another customer's
 * ticket.
 */
export async function showTicket(shop: Pick<Shop, 'db'>, customerId: string, id: string): Promise<TicketThreadJson> {
  const ticket = await findTicket(shop, customerId, id);
  if (!ticket) throw ticketNotFound();
  return ticket;
}

/**
 * Counts a message. Must be called before the body is read. Throws a ShopError `too_many` after 30 messages in an hour,
 * or `not_found` if the customer has no ticket `ticketId`.
 */
export async function admitMessage(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  customerId: string,
  ticketId?: string,
): Promise<void> {
  if (ticketId !== undefined && !(await ownTicket(db.write, customerId, ticketId))) throw ticketNotFound();
  const messageCount = await incrementCount(db, now(), `ticket-message:${customerId}`, HOUR_MS);
  if (messageCount > MESSAGES_PER_HOUR)
    throw new ShopError('too_many', 'You have sent us many messages. Please wait an hour and try again.');
}

/** Adds a message to a ticket. Returns the id of the message. */
export async function addMessage(
  tx: Tx,
  ticketId: string,
  author: 'customer' | 'shop',
  message: string,
  now: number,
  id = newId(),
): Promise<string> {
  await tx.insertInto('ticket_message').values({ id, ticket_id: ticketId, author, message, created_at: now }).execute();
  return id;
}

/**
 * Returns a number, for example T-7K3F9Q, which is short enough to read out on the phone. The number grants no access.
 */
async function unusedTicketNumber(tx: Tx): Promise<string> {
  for (;;) {
    const characters = Array.from({ length: 6 }, () => NUMBER_CHARACTERS[randomInt(NUMBER_CHARACTERS.length)]);
    const number = `T-${characters.join('')}`;
    const existingTicket = await tx.selectFrom('ticket').select('id').where('number', '=', number).executeTakeFirst();
    if (!existingTicket) return number;
  }
}

function ticketNotFound(): ShopError {
  return new ShopError('not_found', 'There is no such ticket.');
}
