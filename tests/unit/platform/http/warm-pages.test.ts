import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isSearchable } from '#lib/catalog/search/search.ts';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { Compressor } from '#lib/platform/http/encoding/compressor.server.ts';
import type { PageRenderer } from '#lib/platform/http/pages/rendered-response.server.ts';
import type { RouteTable } from '#lib/platform/http/route-table.ts';
import { warmPages } from '#lib/platform/http/server/warm-pages.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { root } from '#support/project-root.ts';

let db: ShopDatabase;
beforeAll(async () => {
  db = await openDatabase({ dataDir: '', isTemporary: true });
});
afterAll(() => db.close());

test('renders and compresses existing pages without running a search', async () => {
  const renderedUrls: URL[] = [];
  const mayBeStale: boolean[] = [];
  const renderPage: PageRenderer = async (request) => {
    renderedUrls.push(new URL((request as Request).url));
    mayBeStale.push(db.context.staleReads !== undefined);
    return { status: 200, headers: {}, body: Buffer.from(`<p>${renderedUrls.length}</p>`) };
  };
  const compressor = new Compressor();
  const compress = vi.spyOn(compressor, 'compress');
  const shop = { db, settings: { siteUrl: 'https://shop.example' }, now: Date.now } as Shop;
  await warmPages({ shop, routes: {} as RouteTable, pageRenderer: Promise.resolve(renderPage), compressor });
  expect(new Set(renderedUrls.map(({ href }) => href)).size).toBe(24);
  expect(compress).toHaveBeenCalledTimes(24);
  expect(mayBeStale).not.toContain(false);
  for (const { host, pathname, searchParams } of renderedUrls) {
    expect(host).toBe('shop.example');
    const files = ['.astro', '.ts', '/index.astro', '/index.ts'].map((end) => join(root, 'src/pages', pathname + end));
    expect(files.some((file) => existsSync(file))).toBe(true);
    // A search without results would be shown to the owner, and the search index may not be loaded yet.
    expect(isSearchable(searchParams.get('search') ?? '')).toBe(false);
  }
});
