import { createHash } from 'node:crypto';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import { stockGoods } from './goods.ts';
import { orderFixture } from './order-fixture.ts';
import { startShop, temporaryDir } from './shop-process.ts';

/** A page as sent to a browser. */
export interface ServedPage {
  status: number;
  html: string;
  policy: string;
}

/** Starts a built shop. Returns functions that write orders into its database, and a function that requests a page. */
export async function servedFixture(env: Record<string, string> = {}) {
  const data = temporaryDir('served-fixture');
  const db = await openDatabase({ dataDir: data.dir });
  await migrate(db);
  await stockGoods(db);
  const fixture = orderFixture(db, Date.now());
  const shop = await startShop({ dataDir: data.dir, env: { SECRET_KEY: fixture.shop.secretKey, ...env } });
  return {
    ...fixture,
    db,
    origin: shop.origin,
    tokenOf: (order: string) => trackToken(fixture.shop.secretKey, order),
    async page(path: string): Promise<ServedPage> {
      const response = await fetch(shop.origin + path, { headers: { accept: 'text/html' } });
      const policy = response.headers.get('content-security-policy') ?? '';
      const html = await response.text();
      return { status: response.status, html, policy };
    },
    async close() {
      await shop.stop('SIGKILL');
      await db.close();
      data.remove();
    },
  };
}

/** Returns the hashes with which a policy allows the inline elements of a page. */
export function hashesOf(html: string, element: 'style' | 'script'): string[] {
  const elements = html.matchAll(new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`, 'g'));
  return [...elements].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
