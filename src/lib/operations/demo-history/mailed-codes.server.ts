import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { MailContent } from '#lib/platform/mail/mail-text.server.ts';

type WriteDatabase = Pick<ShopDatabase, 'write'>;

/** The newest code that was emailed to an address. */
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
 * Emails of the history appear in the demo mailbox as if sent at their time, but are never sent. Emails of visitors are
 * not affected, because all times of the history are before the first start.
 */
export async function markMailsSent({ write }: WriteDatabase, until: number): Promise<void> {
  await write
    .updateTable('outbox')
    .set((row) => ({ sent_at: row.ref('created_at'), attempts: 1, pace_key: null }))
    .where('sent_at', 'is', null)
    .where('created_at', '<=', until)
    .execute();
}
