/**
 * This module is preloaded into a server with NODE_OPTIONS. On SIGUSR2, it runs minor collections, and writes the size
 * of all objects outside the young generation, including external memory, to the file OLD_GENERATION_FILE. The size
 * includes garbage that only a major collection frees.
 */
import { writeFileSync } from 'node:fs';
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const file = process.env.OLD_GENERATION_FILE;
if (file && isMainThread) reportOldGeneration(file);

function reportOldGeneration(path: string): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  let requests = 0;
  let majorCollections = 0;
  new PerformanceObserver((list) => {
    const collections = list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[];
    for (const { detail } of collections) {
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) majorCollections += 1;
    }
  }).observe({ entryTypes: ['gc'] });
  process.on('SIGUSR2', () => {
    for (let run = 0; run < 3; run++) collect({ type: 'minor' });
    requests += 1;
    // After this delay, the observer has received all entries.
    setTimeout(() => {
      const report = { requests, majorCollections, bytes: oldGenerationBytes() };
      writeFileSync(path, JSON.stringify(report));
    }, 50);
  });
}

function oldGenerationBytes(): number {
  const youngSpaces = getHeapSpaceStatistics().filter(({ space_name }) => space_name.startsWith('new_'));
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory - youngSpaces.reduce((sum, { space_used_size }) => sum + space_used_size, 0);
}
