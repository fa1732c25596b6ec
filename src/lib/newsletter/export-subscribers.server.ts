import { unsubscribeUrl } from '#lib/newsletter/unsubscribe.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const ROWS_A_PAGE = 1_000;

export async function* subscriberLines(shop: Pick<Shop, 'db' | 'settings' | 'secretKey'>): AsyncGenerator<string> {
  yield 'email,subscribed_at,unsubscribe_url\r\n';
  for (let after = ''; ; ) {
    const rows = await shop.db.write
      .selectFrom('subscriber')
      .selectAll()
      .where('email', '>', after)
      .orderBy('email')
      .limit(ROWS_A_PAGE)
      .execute();
    for (const { id, email, created_at } of rows) {
      yield `${quoted(email)},${new Date(created_at).toISOString()},${unsubscribeUrl(shop, id)}\r\n`;
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_A_PAGE) return;
    after = last.email;
  }
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
