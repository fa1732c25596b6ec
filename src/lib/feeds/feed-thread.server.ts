import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Wanted } from '#lib/feeds/chunks.ts';
import { textChunks } from '#lib/feeds/make-chunks.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import type { Settings } from '#lib/platform/settings.server.ts';

export type ThreadSettings = Pick<Settings, 'databaseUrl' | 'dataDir' | 'siteUrl'>;

export interface Reader {
  wanted: Wanted;
  port: MessagePort;
}

/** The same memory is sent back and forth: new memory for each chunk would leave 60 MB of garbage. */
export type Request = ArrayBuffer;

export type Reply = { memory: ArrayBuffer; length: number | undefined } | { failure: string };

const CACHE_KB = 2_000;
const settings = workerData as ThreadSettings;
const shop = { db: await openDatabase({ ...settings, cacheKb: CACHE_KB }), settings };
const encoder = new TextEncoder();

/** The thread lives on while somebody reads, and the shop may have got another name. */
async function* textsOf(wanted: Wanted): ReturnType<typeof textChunks> {
  await contentOf(shop.db).follow(shop.db);
  yield* textChunks(shop, wanted);
}

parentPort?.on('message', ({ wanted, port }: Reader) => {
  const texts = textsOf(wanted);
  let rest = '';
  async function fill(memory: Request): Promise<Reply> {
    const text = rest || (await texts.next()).value;
    if (text === undefined) return { memory, length: undefined };
    const { read, written } = encoder.encodeInto(text, new Uint8Array(memory));
    rest = text.slice(read);
    return { memory, length: written };
  }
  port.on('message', async (memory: Request) => {
    const reply = await fill(memory).catch((error): Reply => ({ failure: String(error) }));
    port.postMessage(reply, 'memory' in reply ? [reply.memory] : []);
  });
  port.on('close', () => void texts.return(undefined));
});
