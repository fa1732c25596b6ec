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
      const begun = performance.now();
      const response = await fetch(origin + path);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
      times.push(performance.now() - begun);
      await wait(PAUSE_MS);
    }
  };
  const running = Promise.all([visitor(), visitor()]);
  return {
    /** The milliseconds of each page since the last call. */
    take() {
      const taken = times;
      times = [];
      return taken;
    },
    stop() {
      isOver = true;
      return running;
    },
  };
}
