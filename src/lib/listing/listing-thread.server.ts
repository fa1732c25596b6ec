import { parentPort, workerData } from 'node:worker_threads';
import type { ListQuery } from '#lib/facets/facets.ts';
import { ListingIndex } from '#lib/facets/listing-index.server.ts';
import { type FoundList, findList } from '#lib/listing/listing.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/unavailable.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

export type ThreadSettings = Pick<Settings, 'databaseUrl' | 'dataDir'>;

export interface Asked {
  id: number;
  query: ListQuery;
}

export type Said =
  | { isReady: true }
  | { id: number; found: FoundList }
  | { id: number; failure: string; isUnavailable: boolean };

const LOOK_EVERY_MS = 500;
const CACHE_KB = 8_000;

const db = await openDatabase({ ...(workerData as ThreadSettings), cacheKb: CACHE_KB });
const index = new ListingIndex(db);
const say = (said: Said) => parentPort?.postMessage(said);

parentPort?.on('message', async ({ id, query }: Asked) => {
  try {
    await index.catchUp();
    say({ id, found: await findList(db, index, query) });
  } catch (error) {
    say({ id, failure: String(error), isUnavailable: isDatabaseUnavailable(error) });
  }
});

let isReady = false;
async function look(): Promise<void> {
  try {
    await index.catchUp();
    if (!isReady) say({ isReady: true });
    isReady = true;
  } catch {
    // The database will be back; lists asked for meanwhile tell why they fail.
  }
  setTimeout(look, LOOK_EVERY_MS);
}
void look();
