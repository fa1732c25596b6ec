import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ChunkSource } from '#lib/catalog/feeds/chunks.ts';
import type { ChunkBuffer, ReaderMessage, Reply, WorkerSettings } from '#lib/catalog/feeds/feed-worker.server.ts';
import type { Standby } from '#lib/platform/db/standby/standby.server.ts';
import { compileCacheEnv } from '#lib/platform/jobs/compile-cache.server.ts';

/** The memory limits of the thread. Without limits, V8 would keep about 200 MB of garbage. */
const MEMORY_LIMITS = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };
const CHUNK_BYTES = 128 * 1024;
const IDLE_MS = 10_000;

/**
 * Returns a source that generates feeds and sitemaps in a separate thread, to keep the main thread responsive. The
 * thread ends after 10 seconds without readers. The source throws if the thread ends or generating the file fails.
 */
export function workerChunkSource(settings: WorkerSettings, standby?: Standby): ChunkSource {
  const { databaseUrl, databaseReadUrl, dataDir, siteUrl } = settings;
  let worker: Worker | undefined;
  let readerCount = 0;
  let terminationTimer: NodeJS.Timeout | undefined;

  function runningWorker(): Worker {
    clearTimeout(terminationTimer);
    if (worker) return worker;
    const newWorker = new Worker(new URL('./feed-worker.server.ts', import.meta.url), {
      workerData: { databaseUrl, databaseReadUrl, dataDir, siteUrl } satisfies WorkerSettings,
      resourceLimits: MEMORY_LIMITS,
      env: { ...process.env, ...compileCacheEnv() },
    });
    newWorker.unref();
    // Readers are notified by the close event of their ports.
    newWorker.on('error', () => {});
    newWorker.once('exit', () => {
      if (worker === newWorker) worker = undefined;
    });
    worker = newWorker;
    return newWorker;
  }

  function terminate(): void {
    void worker?.terminate();
    worker = undefined;
  }

  return async function* chunks(request) {
    const { port1: readerPort, port2: port } = new MessageChannel();
    const sendRequest = requestSender(readerPort);
    runningWorker().postMessage({ request, bound: standby?.bound, port } satisfies ReaderMessage, [port]);
    readerCount++;
    try {
      let memory = new ArrayBuffer(CHUNK_BYTES);
      for (;;) {
        const reply = await sendRequest(memory);
        if ('failure' in reply) throw new Error(reply.failure);
        if (reply.length === undefined) return;
        ({ memory } = reply);
        yield new Uint8Array(memory, 0, reply.length);
      }
    } finally {
      readerPort.close();
      readerCount--;
      if (readerCount === 0) terminationTimer = setTimeout(terminate, IDLE_MS).unref();
    }
  };
}

const THREAD_ENDED: Reply = { failure: 'the thread has ended' };

function requestSender(port: MessagePort): (memory: ChunkBuffer) => Promise<Reply> {
  let isClosed = false;
  let onReply: (reply: Reply) => void = () => {};
  port.on('message', (reply: Reply) => onReply(reply));
  port.once('close', () => {
    isClosed = true;
    onReply(THREAD_ENDED);
  });
  return (memory) =>
    new Promise((resolve) => {
      if (isClosed) return resolve(THREAD_ENDED);
      onReply = resolve;
      port.postMessage(memory, [memory]);
    });
}
