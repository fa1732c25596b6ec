import type { Letterhead } from '#lib/platform/mail/letterhead.ts';
import { type MailContent, mailHtml, mailText } from '#lib/platform/mail/mail-text.server.ts';
import type { OutboxMail } from '#lib/platform/mail/outbox.repo.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const MAX_MAILS = 50;

type MailboxMail = Pick<OutboxMail, 'id' | 'to_address' | 'subject' | 'content_json' | 'created_at' | 'sent_at'>;

/** Returns the newest emails to one address, or to all if `to` is undefined, for the page /demo/mailbox. */
export function listMailbox({ db }: Pick<Shop, 'db'>, to: string | undefined): Promise<MailboxMail[]> {
  let query = db.write
    .selectFrom('outbox')
    .select(['id', 'to_address', 'subject', 'content_json', 'created_at', 'sent_at'])
    .where('joined_into', 'is', null);
  if (to) query = query.where('to_address', 'in', [to, to.toLowerCase()]);
  return query.orderBy('created_at', 'desc').orderBy('id').limit(MAX_MAILS).execute();
}

/** Returns an email as HTML, or undefined if there is none with this id. */
export async function storedMailHtml(
  { db }: Pick<Shop, 'db'>,
  id: string,
  { signature, colors }: Letterhead,
): Promise<string | undefined> {
  const row = await db.write.selectFrom('outbox').select('content_json').where('id', '=', id).executeTakeFirst();
  return row && mailHtml(JSON.parse(row.content_json), signature, colors);
}

export function mailJson(mail: MailboxMail, { signature, colors }: Letterhead) {
  const content: MailContent = JSON.parse(mail.content_json);
  return {
    to: mail.to_address,
    subject: mail.subject,
    text: mailText(content, signature),
    html: mailHtml(content, signature, colors),
    sentAt: new Date(mail.sent_at ?? mail.created_at).toISOString(),
  };
}
