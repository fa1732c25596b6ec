import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ChunkRequest } from '#lib/catalog/feeds/chunks.ts';
import { textChunks } from '#lib/catalog/feeds/make-chunks.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import type { StaleReads } from '#lib/platform/db/query/query-context.server.ts';
import type { StandbyBound } from '#lib/platform/db/standby/standby.server.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';

export type WorkerSettings = Pick<Settings, 'databaseUrl' | 'dataDir' | 'siteUrl'> &
  Partial<Pick<Settings, 'databaseReadUrl'>>;

export interface ReaderMessage {
  request: ChunkRequest;
  bound: StandbyBound | undefined;
  port: MessagePort;
}

/**
 * The buffer that a reader and this thread send to each other. A new buffer for each chunk would leave 60 MB of
 * garbage.
 */
export type ChunkBuffer = ArrayBuffer;

/**
 * The reply to a request for a chunk. `length` is the length of the chunk in bytes, or undefined after the last chunk.
 */
export type Reply = { memory: ChunkBuffer; length: number | undefined } | { failure: string };

const CACHE_KB = 2_000;
const settings = workerData as WorkerSettings;
const shop = { db: await openDatabase({ ...settings, cacheKb: CACHE_KB }), settings };
const encoder = new TextEncoder();

/**
 * Yields the texts of a feed or sitemap. First reloads the content, because settings such as the shop's name may have
 * changed since the last request.
 */
async function* freshTexts(request: ChunkRequest): ReturnType<typeof textChunks> {
  await contentOf(shop.db).reload(shop.db);
  yield* textChunks(shop, request);
}

parentPort?.on('message', ({ request, bound, port }: ReaderMessage) => {
  shop.db.standby?.applyBound(bound);
  const reads: StaleReads = {};
  const texts = freshTexts(request);
  let remainingText = '';
  async function fill(memory: ChunkBuffer): Promise<Reply> {
    const text = remainingText || (await texts.next()).value;
    if (text === undefined) return { memory, length: undefined };
    const { read, written } = encoder.encodeInto(text, new Uint8Array(memory));
    remainingText = text.slice(read);
    return { memory, length: written };
  }
  port.on('message', async (memory: ChunkBuffer) => {
    const pendingReply = shop.db.context.withStaleReads(() => fill(memory), reads);
    const reply = await pendingReply.catch((error): Reply => ({ failure: String(error) }));
    port.postMessage(reply, 'memory' in reply ? [reply.memory] : []);
  });
  port.on('close', () => void texts.return(undefined));
});
