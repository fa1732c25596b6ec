import { unsubscribeUrl } from '#lib/customers/newsletter/unsubscribe.server.ts';
import { type ExportChunk, recordedExport } from '#lib/platform/audit/recorded-export.server.ts';
import { csvLines } from '#lib/platform/csv.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const ROWS_PER_QUERY = 1_000;

type NewsletterShop = Pick<Shop, 'db' | 'settings' | 'secretKey' | 'now'>;

/**
 * Exports all subscribers with their unsubscribe links, as CSV according to RFC 4180, in chunks. Records the export in
 * the audit log.
 */
export function exportSubscribers(shop: NewsletterShop): Promise<AsyncGenerator<string>> {
  return recordedExport(shop, { recordKind: 'subscribers', filters: '', chunks: csvOf(shop) });
}

/** Reads the subscribers in chunks, so that a long list needs little memory. */
async function* csvOf(shop: NewsletterShop): AsyncGenerator<ExportChunk> {
  yield { text: csvLines([['email', 'subscribed_at', 'unsubscribe_url']]), recordCount: 0 };
  let lastEmail = '';
  for (;;) {
    const subscribers = await shop.db.write
      .selectFrom('subscriber')
      .selectAll()
      .where('email', '>', lastEmail)
      .orderBy('email')
      .limit(ROWS_PER_QUERY)
      .execute();
    const rows = subscribers.map(({ id, email, created_at }) => [
      email,
      new Date(created_at).toISOString(),
      unsubscribeUrl(shop, id),
    ]);
    yield { text: csvLines(rows), recordCount: subscribers.length };
    const lastSubscriber = subscribers.at(-1);
    if (!lastSubscriber || subscribers.length < ROWS_PER_QUERY) return;
    lastEmail = lastSubscriber.email;
  }
}
