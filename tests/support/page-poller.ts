import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../bench/figures.ts';

export interface PollResult {
  requests: number;
  slowestMs: number;
  medianMs: number;
  /** The responses with a status other than 200. A request without a response counts as status 0. */
  failures: string[];
}

/** Requests pages in sequence during a test, as a visitor from another network. `{n}` is replaced with a counter. */
export function startPolling(origin: string, paths: string[]): { end(): Promise<Record<string, PollResult>> } {
  const results: Record<string, PollResult> = {};
  const times: Record<string, number[]> = {};
  let isOver = false;
  const polling = (async () => {
    for (let n = 0; !isOver; n++) {
      for (const path of paths) {
        results[path] ??= { requests: 0, slowestMs: 0, medianMs: 0, failures: [] };
        const result = results[path];
        const startedAt = performance.now();
        const headers = { accept: 'text/html', 'x-forwarded-for': '203.0.113.77' };
        const status = await fetch(origin + path.replace('{n}', String(n)), { headers }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
          () => 0,
        );
        result.requests += 1;
        const durationMs = performance.now() - startedAt;
        times[path] = [...(times[path] ?? []), durationMs];
        result.slowestMs = Math.max(result.slowestMs, durationMs);
        result.medianMs = median(times[path]);
        if (status !== 200) result.failures.push(`${status} after ${Math.round(durationMs)} ms`);
        await wait(10);
      }
    }
  })();
  return {
    async end() {
      isOver = true;
      await polling;
      return results;
    },
  };
}
