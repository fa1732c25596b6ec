import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChunkSource } from '#lib/catalog/feeds/chunks.ts';
import { workerChunkSource } from '#lib/catalog/feeds/feed-worker-client.server.ts';
import { localChunkSource } from '#lib/catalog/feeds/make-chunks.server.ts';
import type { CatalogueRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { saveCatalogueBatch } from '#lib/catalog/import/save/save-catalogue.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { importGenerated } from '../../bench/catalogue.ts';

const siteUrl = 'https://shop.example';
const FEED = { kind: 'feed' } as const;

/** Products whose texts have three bytes per letter, so that a chunk exceeds the shared buffer. */
const PRODUCTS_WITH_LONG_TEXTS: CatalogueRecord[] = Array.from({ length: 60 }, (_, index) => ({
  type: 'product',
  slug: `kapda-${index}`,
  name: `कपड़ा ${index}`,
  content: 'हाथ से बुना हुआ कपड़ा। '.repeat(160),
  categories: [],
  sell_unit: 'piece',
  variants: [{ price: 100 + index, quantity: 1 }],
}));

async function readFeed(source: ChunkSource): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of source(FEED)) text += decoder.decode(chunk, { stream: true });
  return text;
}

test('a worker sends the whole feed to each reader after one disconnects, and fails without a database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'taana-chunks-'));
  const db = await openDatabase({ dataDir });
  try {
    await migrate(db);
    await importGenerated(db, 300);
    await saveCatalogueBatch(db, PRODUCTS_WITH_LONG_TEXTS, new Map());
    const fromWorker = workerChunkSource({ databaseUrl: undefined, dataDir, siteUrl });
    const feed = await readFeed(localChunkSource({ db, settings: { siteUrl } }));
    expect(feed.length).toBeGreaterThan(1_000_000);
    for await (const _chunk of fromWorker(FEED)) break;
    expect(await Promise.all([readFeed(fromWorker), readFeed(fromWorker)])).toEqual([feed, feed]);
    await expect(
      readFeed(workerChunkSource({ databaseUrl: undefined, dataDir: `${dataDir}/empty`, siteUrl })),
    ).rejects.toThrow();
  } finally {
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
