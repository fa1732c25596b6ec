/**
 * Loaded into a server by NODE_OPTIONS. On SIGUSR2, it writes the size of the young generation of its own thread, and
 * of one limited to 4 MB, to the file YOUNG_GENERATIONS_FILE, after each has allocated many objects.
 */
import { writeFileSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const file = process.env.YOUNG_GENERATIONS_FILE;
const ASKED = 'young generation';
const MEMORY = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };
const FILLS = 5;
const OBJECTS = 1_500_000;
/** So many live objects at a time that the young generation grows to its limit. */
const LIVING = 100_000;

if (file && isMainThread) {
  process.on('SIGUSR2', () => {
    const thread = new Worker(new URL(import.meta.url), { workerData: ASKED, resourceLimits: MEMORY });
    thread.once('message', (mb: number) => {
      writeFileSync(file, JSON.stringify({ serverMb: filledYoungMb(), threadMb: mb }));
    });
  });
} else if (workerData === ASKED) {
  parentPort?.postMessage(filledYoungMb());
}

/** The median, because pages of an ended collection still count until they are freed. */
function filledYoungMb(): number {
  const sizes = Array.from({ length: FILLS }, filledOnceMb).toSorted((a, b) => a - b);
  return sizes[Math.floor(FILLS / 2)] ?? Number.NaN;
}

function filledOnceMb(): number {
  let living: { n: number }[] = [];
  for (let n = 0; n < OBJECTS; n++) {
    if (living.length === LIVING) living = [];
    living.push({ n });
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  return (young?.space_size ?? Number.NaN) / 1e6;
}
