/**
 * This module is preloaded into a server with NODE_OPTIONS. On SIGUSR2, it allocates many objects in the main thread
 * and in a thread limited to 4 MB, and writes the sizes of both young generations to YOUNG_GENERATIONS_FILE.
 */
import { writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const file = process.env.YOUNG_GENERATIONS_FILE;
const MEASURE = 'young generation';
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };
const ROUNDS = 5;
const OBJECTS = 1_500_000;
/** A number of live objects with which the young generation grows to its limit. */
const MAX_LIVE_OBJECTS = 100_000;

if (file && isMainThread) {
  process.on('SIGUSR2', () => {
    const thread = new Worker(new URL(import.meta.url), { workerData: MEASURE, resourceLimits: MEMORY });
    thread.once('message', (mb: number) => {
      writeFileSync(file, JSON.stringify({ serverMb: fullYoungGenerationMb(), threadMb: mb }));
    });
  });
} else if (workerData === MEASURE) {
  parentPort?.postMessage(fullYoungGenerationMb());
}

/** Returns the median of several rounds, because pages from a finished collection count until they are freed. */
function fullYoungGenerationMb(): number {
  const sizes = Array.from({ length: ROUNDS }, measureOnceMb).toSorted((a, b) => a - b);
  return sizes[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

function measureOnceMb(): number {
  let live: { n: number }[] = [];
  for (let n = 0; n < OBJECTS; n++) {
    if (live.length === MAX_LIVE_OBJECTS) live = [];
    live.push({ n });
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return (young?.space_size ?? Number.NaN) / 1e6;
}
