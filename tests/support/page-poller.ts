import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../bench/figures.ts';

export interface Seen {
  asked: number;
  slowestMs: number;
  medianMs: number;
  /** Responses with a status other than 200. */
  refused: string[];
}

/** A visitor from another network who requests pages in sequence during a test; `{n}` is a counter. */
export function startPolling(origin: string, paths: string[]): { end(): Promise<Record<string, Seen>> } {
  const seen: Record<string, Seen> = {};
  const times: Record<string, number[]> = {};
  let isOver = false;
  const looking = (async () => {
    for (let n = 0; !isOver; n++) {
      for (const path of paths) {
        seen[path] ??= { asked: 0, slowestMs: 0, medianMs: 0, refused: [] };
        const page = seen[path];
        const begun = performance.now();
        const headers = { accept: 'text/html', 'x-forwarded-for': '203.0.113.77' };
        const status = await fetch(origin + path.replace('{n}', String(n)), { headers }).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
          () => 0,
        );
        page.asked += 1;
        const took = performance.now() - begun;
        times[path] = [...(times[path] ?? []), took];
        page.slowestMs = Math.max(page.slowestMs, took);
        page.medianMs = median(times[path]);
        if (status !== 200) page.refused.push(`${status} after ${Math.round(took)} ms`);
        await wait(10);
      }
    }
  })();
  return {
    async end() {
      isOver = true;
      await looking;
      return seen;
    },
  };
}
