import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Two visitors who open one page after another until `stop`; `{n}` in a path is the number of the visit. */
export function visits(origin: string, paths: readonly string[]) {
  let isOver = false;
  let times: number[] = [];
  let opened = 0;
  const visitor = async () => {
    while (!isOver) {
      const path = (paths[opened % paths.length] ?? '/').replace('{n}', String(opened));
      opened += 1;
      const startedAt = performance.now();
      const response = await fetch(origin + path);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} responded with ${response.status}.`);
      times.push(performance.now() - startedAt);
      await wait(PAUSE_MS);
    }
  };
  const running = Promise.all([visitor(), visitor()]);
  return {
    /** The milliseconds of each page since the last call. */
    take() {
      const latest = times;
      times = [];
      return latest;
    },
    stop() {
      isOver = true;
      return running;
    },
  };
}
