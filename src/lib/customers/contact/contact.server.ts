import { randomBytes } from 'node:crypto';
import { CONTACT_TOO_MANY, type ContactInput } from '#lib/customers/contact/contact.ts';
import { claimAttempt } from '#lib/platform/db/attempt.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { networkBudgets, spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import { REPLY_TO } from '#lib/platform/mail/join-mails.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { ownerRecipient, typedRecipient } from '#lib/platform/mail/recipient.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { mailboxOf } from '#lib/primitives/email.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/**
 * Stores a message and emails it to the owner. Returns the id of the message or, for a repeated request, the id of the
 * first message.
 */
export function createContactMessage({ db, now }: Pick<Shop, 'db' | 'now'>, input: ContactInput): Promise<string> {
  const id = randomBytes(16).toString('base64url');
  return transaction(db, async (tx) => {
    const earlierId = await claimAttempt(db, tx, { action: 'contact', newId: id, now: now() });
    if (earlierId !== undefined) return earlierId;
    await tx
      .insertInto('contact_message')
      .values({ id, ...input, created_at: now() })
      .execute();
    await mailToOwner(tx, input, shopSettings(db).address.email, now());
    return id;
  });
}

/**
 * Counts a message, because each message is emailed to the owner. Throws a ShopError `too_many` if the network sent too
 * many.
 */
export function countContactMessage(shop: Pick<Shop, 'db' | 'settings' | 'now'>, networks: Networks): Promise<void> {
  const budget = { key: 'contact-net', max: shop.settings.mailsAnHour, windowMs: HOUR_MS };
  return spendBudgets(shop, networkBudgets(networks, budget), CONTACT_TOO_MANY);
}

/** Emails the shop's answer to a message from the contact form, and repeats the message below the answer. */
export async function mailAnswer(
  tx: Tx,
  { id, email, content }: Pick<ContactInput, 'email' | 'content'> & { id: string },
  answer: string,
  now: number,
): Promise<void> {
  await queueMail(tx, {
    to: typedRecipient(email),
    kind: 'contact_answer',
    subject: 'Our answer to your message',
    content: { heading: 'Our answer to your message', lines: [answer, `You wrote:\n${content}`] },
    now,
    thread: `contact-answer:${id}`,
  });
}

/**
 * Emails a message to the owner. The emails are queued and joined like the owner's other emails, so that many messages
 * cause few emails. Sends nothing if the settings contain no email address.
 */
async function mailToOwner(tx: Tx, message: ContactInput, ownerEmail: string, now: number): Promise<void> {
  const { name, mobile, email } = message;
  if (!ownerEmail) return;
  const content = {
    heading: `A message from ${name}`,
    lines: [message.content, `${name}\n${email}\n+91 ${mobile}`],
    after: ['All messages: npm run shop -- messages list'],
    signature: 'Sent by the Get In Touch form',
  };
  await queueMail(tx, {
    to: ownerRecipient(ownerEmail),
    kind: 'contact',
    subject: `Message from ${name}`,
    content,
    headers: { [REPLY_TO]: email },
    thread: `contact:${mailboxOf(email)}`,
    now,
  });
}
