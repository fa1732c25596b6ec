import { unsubscribeUrl } from '#lib/customers/newsletter/unsubscribe.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const ROWS_A_QUERY = 1_000;

/** CSV by RFC 4180. Reads in chunks, so that a long list needs little memory. */
export async function* subscribersCsv(shop: Pick<Shop, 'db' | 'settings' | 'secretKey'>): AsyncGenerator<string> {
  yield 'email,subscribed_at,unsubscribe_url\r\n';
  let lastEmail = '';
  for (;;) {
    const rows = await shop.db.write
      .selectFrom('subscriber')
      .selectAll()
      .where('email', '>', lastEmail)
      .orderBy('email')
      .limit(ROWS_A_QUERY)
      .execute();
    for (const { id, email, created_at } of rows) {
      yield `${csvField(email)},${new Date(created_at).toISOString()},${unsubscribeUrl(shop, id)}\r\n`;
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_A_QUERY) return;
    lastEmail = last.email;
  }
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
