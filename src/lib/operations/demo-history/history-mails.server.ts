import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { MailContent } from '#lib/platform/mail/mail-text.server.ts';

type WriteDatabase = Pick<ShopDatabase, 'write'>;

/** Returns the newest code that was emailed to an address. Throws an Error if there is no such email. */
export async function readMailedCode({ write }: WriteDatabase, email: string): Promise<string> {
  const { content_json } = await write
    .selectFrom('outbox')
    .select('content_json')
    .where('to_address', '=', email)
    .where('kind', '=', 'code')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { code }: MailContent = JSON.parse(content_json);
  return code ?? '';
}

/**
 * Marks the emails of the history as sent, so that they appear in the demo mailbox with their times but are never sent.
 * Visitors' emails are not affected, because all times in the history are before the first start.
 */
export async function markMailsSent({ write }: WriteDatabase, lastStepAt: number): Promise<void> {
  await write
    .updateTable('outbox')
    .set((eb) => ({ sent_at: eb.ref('created_at'), attempts: 1, pace_key: null }))
    .where('sent_at', 'is', null)
    .where('created_at', '<=', lastStepAt)
    .execute();
}
