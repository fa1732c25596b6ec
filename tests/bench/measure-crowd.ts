import { openDatabase } from '#lib/platform/db/db.server.ts';
import { editPrices } from '#support/edited-prices.ts';
import { type CrowdFigures, runListCrowd, startWatchedShop } from '#support/list-crowd.ts';
import type { ShopProcess } from '#support/shop-process.ts';
import type { BenchOptions } from './bench-options.ts';
import type { Figure } from './figures.ts';
import { prepareData } from './prepared-data.ts';

const VISITORS = 20;
const LISTS_EACH = 20;
const STALL_BUDGET_MS = 100;
const EDITED_PRICES = 1_200;
/** A price in rupees that no product has. */
const UNUSUAL_PRICE = 200_003;

/** Measures the times of lists that visitors request as soon as a shop with a large catalogue starts. */
export async function measureCrowd({ sizes }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const size of sizes) {
    const dataDir = await prepareData(size);
    const shop = await startWatchedShop(dataDir);
    const crowd = await runListCrowd(shop, VISITORS, LISTS_EACH);
    const figuresDuringEdits = await measureCrowdDuringEdits(shop, dataDir);
    await shop.stop();
    const conditions = `${size} products, ${VISITORS} visitors after a start`;
    const note = `${crowd.refusedBeforeReady} lists refused before, ${crowd.refusedAfterReady} after`;
    const median = `median ${crowd.medianReadyListMs.toFixed(0)} ms`;
    figures.push(
      { part: 'crowd', label: `until lists are fast, ${conditions}`, value: crowd.readyMs, unit: 'ms', note },
      {
        part: 'crowd',
        label: `slowest list, ${conditions}`,
        value: crowd.slowestReadyListMs,
        unit: 'ms',
        note: median,
      },
      {
        part: 'crowd',
        label: `longest event loop iteration, ${conditions}`,
        value: crowd.stallMs,
        unit: 'ms',
        budget: STALL_BUDGET_MS,
      },
      {
        part: 'crowd',
        label: `longest event loop iteration, ${size} products, while an import changes ${EDITED_PRICES} prices`,
        value: figuresDuringEdits.stallMs,
        unit: 'ms',
        budget: STALL_BUDGET_MS,
      },
    );
  }
  return figures;
}

/** Measures lists while prices are edited. Restores the prices at the end for other parts with the same catalogue. */
async function measureCrowdDuringEdits(shop: ShopProcess, dataDir: string): Promise<CrowdFigures> {
  const db = await openDatabase({ dataDir });
  try {
    const [figures] = await Promise.all([
      runListCrowd(shop, 5, LISTS_EACH),
      editPrices(db, EDITED_PRICES, UNUSUAL_PRICE),
    ]);
    await editPrices(db, EDITED_PRICES);
    return figures;
  } finally {
    await db.close();
  }
}
