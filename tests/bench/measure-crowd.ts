import { listCrowd, startWatched } from '#support/list-crowd.ts';
import type { BenchOptions } from './bench-options.ts';
import type { Figure } from './figures.ts';
import { preparedData } from './prepared-data.ts';

const VISITORS = 20;
const LISTS_EACH = 20;
const STALL_MS = 100;

/** Visitors who ask for lists from the moment that a shop with a large catalogue opens. */
export async function measureCrowd({ sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const shop = await startWatched(await preparedData(size));
    const crowd = await listCrowd(shop, VISITORS, LISTS_EACH);
    await shop.stop();
    const of = `${size} products, ${VISITORS} visitors after a start`;
    const note = `${crowd.refusedBefore} lists refused before, ${crowd.refusedAfter} after`;
    const median = `median ${crowd.medianReadyListMs.toFixed(0)} ms`;
    figures.push(
      { part: 'crowd', what: `until lists are quick, ${of}`, value: crowd.readyMs, unit: 'ms', note },
      { part: 'crowd', what: `slowest list, ${of}`, value: crowd.slowestReadyListMs, unit: 'ms', note: median },
      { part: 'crowd', what: `longest turn of the loop, ${of}`, value: crowd.stallMs, unit: 'ms', budget: STALL_MS },
    );
  }
  return figures;
}
