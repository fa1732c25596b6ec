import { randomBytes } from 'node:crypto';
import { createContactMessage } from '#lib/customers/contact/contact.server.ts';
import { addReply, savedReplies } from '#lib/customers/support/saved-replies.server.ts';
import { createTicket } from '#lib/customers/support/ticket.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { readSettings } from '#lib/platform/settings/settings.server.ts';
import { requestExchange } from '#lib/sales/exchanges/request-exchange.server.ts';
import { CONTACT_MESSAGE } from './contact-message.ts';
import { placeDeliveredOrder, stockUp } from './delivered-order.ts';
import { BUYABLE } from './e2e-order.ts';
import { variantOf } from './goods.ts';

export interface InboxIds {
  exchange: string;
  /** The number of the exchanged order. */
  exchangedOrder: string;
  message: string;
  reply: string;
  /** The ticket's number. */
  ticket: string;
}

/** Adds a ticket, an exchange, a message from `name`, and a saved reply with that name, using the shop's functions. */
export async function addInbox(
  { db }: { db: ShopDatabase },
  { id: customerId }: { id: string },
  name = `Writer ${randomLetters()}`,
): Promise<InboxIds> {
  const shop = { db, now: Date.now, secretKey: 'k'.repeat(40), settings: readSettings({}), files: {} as FileStore };
  const content = { subject: 'Late parcel', priority: 'high', message: 'It has not come. Where is it?' } as const;
  const { number } = await createTicket(shop, customerId, content, []);
  await stockUp(db, await variantOf(db, BUYABLE.slug), 1);
  const order = await placeDeliveredOrder(customerId, BUYABLE.slug);
  const request = { reasons: ['Size too small' as const], customReason: '', hasOriginalPackaging: 'true' as const };
  const { _id } = await requestExchange(shop, { customerId }, { ...request, order, lines: undefined }, []);
  const message = await createContactMessage(shop, { ...CONTACT_MESSAGE, name });
  await addReply(shop, { name, text: 'It is on its way to you.' });
  const reply = (await savedReplies(db)).find((saved) => saved.name === name);
  const orderQuery = db.write.selectFrom('orders').select('number').where('id', '=', order);
  const { number: exchangedOrder } = await orderQuery.executeTakeFirstOrThrow();
  return { exchange: _id, exchangedOrder, message, reply: reply?.id ?? '', ticket: number };
}

/** Returns random letters for a unique name, because the contact form does not accept digits in names. */
export function randomLetters(): string {
  return randomBytes(8)
    .toString('base64')
    .replace(/[^a-z]/gi, '')
    .slice(0, 8);
}
