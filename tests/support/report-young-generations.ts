/**
 * Loaded into a server by NODE_OPTIONS. On SIGUSR2, it writes the size of the young generation of the main thread, and
 * of a thread limited to 4 MB, to the file YOUNG_GENERATIONS_FILE, after each has allocated many objects.
 */
import { writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const file = process.env.YOUNG_GENERATIONS_FILE;
const MEASURE = 'young generation';
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };
const ROUNDS = 5;
const OBJECTS = 1_500_000;
/** The number of live objects that lets the young generation grow to its limit. */
const MAX_LIVE_OBJECTS = 100_000;

if (file && isMainThread) {
  process.on('SIGUSR2', () => {
    const thread = new Worker(new URL(import.meta.url), { workerData: MEASURE, resourceLimits: MEMORY });
    thread.once('message', (mb: number) => {
      writeFileSync(file, JSON.stringify({ serverMb: filledYoungMb(), threadMb: mb }));
    });
  });
} else if (workerData === MEASURE) {
  parentPort?.postMessage(filledYoungMb());
}

/** The median, because pages of an ended collection still count until they are freed. */
function filledYoungMb(): number {
  const sizes = Array.from({ length: ROUNDS }, filledOnceMb).toSorted((a, b) => a - b);
  return sizes[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

function filledOnceMb(): number {
  let live: { n: number }[] = [];
  for (let n = 0; n < OBJECTS; n++) {
    if (live.length === MAX_LIVE_OBJECTS) live = [];
    live.push({ n });
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return (young?.space_size ?? Number.NaN) / 1e6;
}
