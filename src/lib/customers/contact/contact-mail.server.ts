import type { ContactInput } from '#lib/customers/contact/contact.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { queueMail } from '#lib/platform/mail/outbox.server.ts';
import { typedRecipient } from '#lib/platform/mail/recipient.server.ts';

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
