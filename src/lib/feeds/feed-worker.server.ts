import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ChunkSource } from '#lib/feeds/chunks.ts';
import type { Reader, Reply, Request, ThreadSettings } from '#lib/feeds/feed-thread.server.ts';
import { compiledCode } from '#lib/platform/jobs/compiled-code.server.ts';

/** Without a limit V8 keeps some 200 MB of garbage. */
const MEMORY = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 };
const BYTES_A_PIECE = 128 * 1024;
const IDLE_MS = 10_000;

export function chunksFromThread({ databaseUrl, dataDir, siteUrl }: ThreadSettings): ChunkSource {
  const workerData: ThreadSettings = { databaseUrl, dataDir, siteUrl };
  let worker: Worker | undefined;
  let readers = 0;
  let termination: NodeJS.Timeout | undefined;

  function start(): Worker {
    clearTimeout(termination);
    if (worker) return worker;
    const started = new Worker(new URL('./feed-thread.server.ts', import.meta.url), {
      workerData,
      resourceLimits: MEMORY,
      env: { ...process.env, ...compiledCode() },
    });
    started.unref();
    // Readers notice the end by their closed ports.
    started.on('error', () => {});
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    worker = started;
    return started;
  }

  function terminate(): void {
    void worker?.terminate();
    worker = undefined;
  }

  return async function* pieces(wanted) {
    const { port1: ours, port2: port } = new MessageChannel();
    const ask = askerOn(ours);
    start().postMessage({ wanted, port } satisfies Reader, [port]);
    readers++;
    try {
      let memory = new ArrayBuffer(BYTES_A_PIECE);
      for (;;) {
        const reply = await ask(memory);
        if ('failure' in reply) throw new Error(reply.failure);
        if (reply.length === undefined) return;
        ({ memory } = reply);
        yield new Uint8Array(memory, 0, reply.length);
      }
    } finally {
      ours.close();
      readers--;
      if (readers === 0) termination = setTimeout(terminate, IDLE_MS).unref();
    }
  };
}

const GONE: Reply = { failure: 'the thread has ended' };

function askerOn(port: MessagePort): (memory: Request) => Promise<Reply> {
  let isClosed = false;
  let answer: (reply: Reply) => void = () => {};
  port.on('message', (reply: Reply) => answer(reply));
  port.once('close', () => {
    isClosed = true;
    answer(GONE);
  });
  return (memory) =>
    new Promise((resolve) => {
      if (isClosed) return resolve(GONE);
      answer = resolve;
      port.postMessage(memory, [memory]);
    });
}
