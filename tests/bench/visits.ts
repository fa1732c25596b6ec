import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Starts two visitors, who open page after page until `stop` is called. `{n}` in a path is the number of the visit. */
export function startVisitors(origin: string, paths: readonly string[]) {
  let isOver = false;
  let times: number[] = [];
  let visitCount = 0;
  const visit = async () => {
    while (!isOver) {
      const path = (paths[visitCount % paths.length] ?? '/').replace('{n}', String(visitCount));
      visitCount += 1;
      const startedAt = performance.now();
      const response = await fetch(origin + path);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} responded with ${response.status}.`);
      times.push(performance.now() - startedAt);
      await wait(PAUSE_MS);
    }
  };
  const running = Promise.all([visit(), visit()]);
  return {
    /** Returns the time of each page since the last call, in milliseconds. */
    take() {
      const latestTimes = times;
      times = [];
      return latestTimes;
    },
    stop() {
      isOver = true;
      return running;
    },
  };
}
