import { addMessage } from '#lib/customers/support/ticket.server.ts';
import { MESSAGE_MAX_CHARACTERS, type TicketState } from '#lib/customers/support/ticket.ts';
import { mailTicketClosed, mailTicketReply } from '#lib/customers/support/ticket-mail.server.ts';
import { readAttachments, readThread, recordReadingTicket } from '#lib/customers/support/ticket-rows.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { TicketTable } from '#lib/platform/db/tables/support.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

type TicketShop = Pick<Shop, 'db' | 'settings' | 'now'>;
const MAX_LISTED_TICKETS = 200;

export interface AdminTicket extends TicketTable {
  customerName: string;
  customerEmail: string;
}

/** Returns up to 200 tickets in a state, by default open and answered tickets, least recently changed first. */
export function ticketsForAdmin(db: ShopDatabase, state?: TicketState): Promise<AdminTicket[]> {
  return ticketsWithCustomer(db.write)
    .where('state', 'in', state ? [state] : ['open', 'answered'])
    .orderBy('ticket.updated_at')
    .limit(MAX_LISTED_TICKETS)
    .execute();
}

/**
 * Returns a ticket with its messages and files. Records in the audit log that the ticket was read. Throws a ShopError
 * `not_found` for an unknown number.
 */
export async function ticketForAdmin({ db, now }: Pick<TicketShop, 'db' | 'now'>, number: string) {
  const ticket = await ticketByNumber(db.write, number);
  await recordReadingTicket({ db, now }, ticket.number);
  const [messages, files] = await Promise.all([readThread(db, ticket.id), readAttachments(db, ticket.id)]);
  return { ticket, messages, files };
}

/**
 * Adds an answer and emails it. Throws a ShopError `invalid` for an answer that is empty or too long, `not_found` for
 * an unknown number, or `conflict` for an outdated version.
 */
export async function answerTicket(
  { db, settings, now }: TicketShop,
  number: string,
  message: string,
  version?: number,
): Promise<void> {
  const text = message.trim();
  if (text === '') throw new ShopError('invalid', 'The answer is empty.');
  if (text.length > MESSAGE_MAX_CHARACTERS)
    throw new ShopError('invalid', `The answer is longer than ${MESSAGE_MAX_CHARACTERS} characters.`);
  await transaction(db, async (tx) => {
    const ticket = await ticketToChange(tx, number, version);
    await addMessage(tx, ticket.id, 'shop', text, now());
    await setState(tx, ticket, 'answered', now(), 'answer ticket');
    await mailTicketReply(tx, { ticket, siteUrl: settings.siteUrl, now: now() }, text);
  });
}

/**
 * Closes a ticket, unless it is closed already, and notifies the customer by email. A reply opens the ticket again.
 * `inTransaction` runs in the same transaction. Throws a ShopError `not_found` for an unknown number, or `conflict` for
 * an outdated version.
 */
export async function closeTicket(
  { db, settings, now }: TicketShop,
  number: string,
  version?: number,
  inTransaction?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const ticket = await ticketToChange(tx, number, version);
    await inTransaction?.(tx);
    if (ticket.state === 'closed') return;
    await setState(tx, ticket, 'closed', now(), 'close ticket');
    await mailTicketClosed(tx, { ticket, siteUrl: settings.siteUrl, now: now() });
  });
}

/**
 * Reopens a ticket without an email to the customer. Throws a ShopError `not_found` for an unknown number, or
 * `conflict` for an outdated version.
 */
export async function reopenTicket(
  { db, now }: Omit<TicketShop, 'settings'>,
  number: string,
  version: number,
): Promise<void> {
  await transaction(db, async (tx) => {
    const ticket = await ticketToChange(tx, number, version);
    if (ticket.state !== 'open') await setState(tx, ticket, 'open', now(), 'reopen ticket');
  });
}

/** Changes the state. The audit log omits the messages, because the customer may ask for their deletion. */
async function setState(tx: Tx, ticket: TicketTable, state: TicketState, now: number, action: string): Promise<void> {
  const updated_at = Math.max(now, ticket.updated_at + 1);
  const { numUpdatedRows } = await tx
    .updateTable('ticket')
    .set({ state, updated_at })
    .where('id', '=', ticket.id)
    .where('updated_at', '=', ticket.updated_at)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw changedMeanwhile('ticket');
  const record = { kind: 'ticket', id: ticket.number };
  await recordAudit(tx, { action, record, before: { state: ticket.state }, after: { state } }, now);
}

async function ticketToChange(tx: Tx, number: string, version: number | undefined): Promise<AdminTicket> {
  const ticket = await ticketByNumber(tx, number);
  if (version !== undefined && ticket.updated_at !== version) throw changedMeanwhile('ticket');
  return ticket;
}

async function ticketByNumber(db: Tx | ShopDatabase['write'], number: string): Promise<AdminTicket> {
  const ticket = await ticketsWithCustomer(db).where('number', '=', number.toUpperCase()).executeTakeFirst();
  if (!ticket) throw new ShopError('not_found', `There is no ticket ${number}.`);
  return ticket;
}

function ticketsWithCustomer(db: Tx | ShopDatabase['write']) {
  return db
    .selectFrom('ticket')
    .innerJoin('customer', 'customer.id', 'ticket.customer_id')
    .selectAll('ticket')
    .select(['customer.name as customerName', 'customer.email as customerEmail']);
}
