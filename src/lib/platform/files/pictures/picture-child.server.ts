/** Decodes pictures in a separate process, so that the shop does not crash with it: libvips has no heap limit. */

import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { codeOf } from '#lib/platform/errors/error-code.ts';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import { PICTURE_TASKS } from '#lib/platform/files/pictures/picture-tasks.server.ts';
import type { PictureRequest, PictureResponse } from '#lib/platform/files/pictures/picture-worker.server.ts';

const CHECK_EVERY_MS = 20;
const OUT_OF_MEMORY_EXIT_CODE = 70;
/** The memory limits of the running tasks in bytes, by the id of the request. */
const memoryLimits = new Map<number, number>();
let watchTimer: NodeJS.Timeout | undefined;

raiseOomScore();
flushCompileCache();
// Ctrl+C also reaches this process, but the shop ends it after its tasks have completed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
// `process.exit` would wait for a running decoder.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (request: PictureRequest) => void runTask(request));

async function runTask({ id, name, input, maxBytes }: PictureRequest): Promise<void> {
  memoryLimits.set(id, maxBytes);
  watchTimer ??= setInterval(exitIfTooLarge, CHECK_EVERY_MS);
  const task = PICTURE_TASKS[name] as (input: unknown) => Promise<unknown>;
  const response: PictureResponse = await task(input).then(
    (result) => ({ id, result }),
    (error: unknown) => ({ id, refusal: messageOf(error), code: codeOf(error) }),
  );
  memoryLimits.delete(id);
  if (memoryLimits.size === 0) {
    clearInterval(watchTimer);
    watchTimer = undefined;
  }
  process.send?.(response);
}

function exitIfTooLarge(): void {
  if (process.memoryUsage.rss() > Math.max(...memoryLimits.values())) process.exit(OUT_OF_MEMORY_EXIT_CODE);
}

/** Makes Linux kill this process first when memory runs out. */
function raiseOomScore(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has this file.
  }
}
