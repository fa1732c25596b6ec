import { sql } from 'kysely';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { REPLY_TO } from '#lib/platform/mail/join-mails.ts';
import { type MailContent, mailText } from '#lib/platform/mail/mail-text.server.ts';

const ANONYMOUS_HEADING = 'A message from the contact form';
const DELETED = 'The writer has deleted this message.';

/**
 * Deletes the messages that were sent from this address with the contact form, including messages in emails to the
 * owner that contain several messages.
 */
export async function eraseMessagesFrom(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('contact_message').where('email', '=', email).execute();
  const headers = JSON.stringify({ [REPLY_TO]: email });
  await tx.deleteFrom('outbox').where('kind', '=', 'contact').where('headers_json', '=', headers).execute();
  const mails = await tx
    .selectFrom('outbox')
    .select(['id', 'content_json'])
    .where((eb) => eb.or([eb('kind', '=', 'contact'), eb('kind', 'like', 'owner%')]))
    // Unlike `like`, `replace` treats no character of the address as a pattern.
    .where(sql<boolean>`replace(content_json, ${email}, '') <> content_json`)
    .execute();
  for (const { id, content_json } of mails) {
    const oldContent: MailContent = JSON.parse(content_json);
    const content = withoutWriter(oldContent, email);
    const subject = isWrittenBy(email)(oldContent) ? { subject: ANONYMOUS_HEADING } : {};
    const change = { content_json: JSON.stringify(content), text: mailText(content), ...subject };
    await tx.updateTable('outbox').set(change).where('id', '=', id).execute();
  }
}

function withoutWriter(content: MailContent, email: string): MailContent {
  const isFromWriter = isWrittenBy(email);
  const sections = content.sections?.filter((section) => !isFromWriter(section));
  const mainMessage = isFromWriter(content) ? { heading: ANONYMOUS_HEADING, lines: [DELETED] } : {};
  return { ...content, ...mainMessage, ...(sections ? { sections } : {}) };
}

function isWrittenBy(email: string) {
  return ({ lines }: Pick<MailContent, 'lines'>) => lines.some((line) => line.includes(`\n${email}\n`));
}
