/** A process of its own that decodes pictures: libvips takes memory that no heap limit bounds, so it must be able to die alone. */
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { PICTURE_TASKS } from '#lib/platform/files/picture-tasks.server.ts';
import type { PictureAnswer, PictureOrder } from '#lib/platform/files/picture-worker.server.ts';

const LOOKS_EVERY_MS = 20;
const OUT_OF_MEMORY = 70;
/** The most bytes that this process may have, by each order that runs. */
const bounds = new Map<number, number>();
let watch: NodeJS.Timeout | undefined;

diesFirst();
// Its end is a sudden one, so what was compiled is kept now: the next start takes 15 MB less.
flushCompileCache();
// A key that stops the shop reaches this process too; the shop ends it when what has begun is finished.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// A decoder that is at work would hold up an exit.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (order: PictureOrder) => void carryOut(order));

async function carryOut({ id, name, input, mostBytes }: PictureOrder): Promise<void> {
  bounds.set(id, mostBytes);
  watch ??= setInterval(dieIfTooLarge, LOOKS_EVERY_MS);
  const task = PICTURE_TASKS[name] as (input: unknown) => Promise<unknown>;
  const answer: PictureAnswer = await task(input).then(
    (result) => ({ id, result }),
    (error: unknown) => ({ id, ...said(error) }),
  );
  bounds.delete(id);
  if (bounds.size === 0) {
    clearInterval(watch);
    watch = undefined;
  }
  process.send?.(answer);
}

function said(error: unknown): { refusal: string; code?: string } {
  if (!(error instanceof Error)) return { refusal: String(error) };
  return 'code' in error ? { refusal: error.message, code: String(error.code) } : { refusal: error.message };
}

function dieIfTooLarge(): void {
  if (process.memoryUsage.rss() > Math.max(...bounds.values())) process.exit(OUT_OF_MEMORY);
}

/** Linux, when memory runs out, ends this process before any that takes orders. */
function diesFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Other systems have no such thing.
  }
}
