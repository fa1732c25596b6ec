import { parentPort, workerData } from 'node:worker_threads';
import type { ListQuery } from '#lib/facets/facets.ts';
import type { ListView } from '#lib/listing/list-query.ts';
import { type FoundGoods, type FoundList, GoodsIndex } from '#lib/listing/listing.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/unavailable.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

export type ThreadSettings = Pick<Settings, 'databaseUrl' | 'dataDir'>;

/** A list, or the first goods for a term. */
export type Question = { query: ListQuery; view: ListView } | { term: string; most: number };
export type Asked = { id: number } & Question;

export type Said =
  | { isReady: true }
  | { id: number; found: FoundList | FoundGoods }
  | { id: number; failure: string; isUnavailable: boolean };

const LOOK_EVERY_MS = 500;
const CACHE_KB = 8_000;

const db = await openDatabase({ ...(workerData as ThreadSettings), cacheKb: CACHE_KB });
const index = new GoodsIndex(db);
const say = (said: Said) => parentPort?.postMessage(said);

parentPort?.on('message', async ({ id, ...question }: Asked) => {
  try {
    const isSearch = 'term' in question || question.query.search !== undefined;
    await index.catchUp(isSearch);
    const found =
      'term' in question ? index.search(question.term, question.most) : index.find(question.query, question.view);
    say({ id, found: await found });
  } catch (error) {
    say({ id, failure: String(error), isUnavailable: isDatabaseUnavailable(error) });
  }
});

let isReady = false;
async function look(): Promise<void> {
  try {
    await index.catchUp(isReady);
    if (!isReady) say({ isReady: true });
    isReady = true;
  } catch {
    // The database will be back; lists asked for meanwhile tell why they fail.
  }
  setTimeout(look, LOOK_EVERY_MS);
}
void look();
