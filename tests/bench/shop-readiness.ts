import { setTimeout as wait } from 'node:timers/promises';
import type { ShopProcess } from '#support/shop-process.ts';
import { cpuTimesOf } from './processor.ts';

const POLL_MS = 50;
const IDLE_FOR_MS = 2_000;
/** The maximum share of the CPU that an idle shop uses. Its jobs need up to 6 % of a slow CPU. */
const IDLE_SHARE = 0.1;

/** Waits for the word index, which is ready after the lists. Until then, searches fail with 503 after 5 seconds. */
export async function waitForWordIndex(shop: ShopProcess): Promise<void> {
  while ((await fetch(`${shop.origin}/public/search/all?search=first`)).status !== 200) await wait(POLL_MS);
}

/** Waits until the indexes are merged and the shop is idle. */
export async function waitUntilIdle(shop: ShopProcess): Promise<void> {
  for (let before = cpuTimesOf(shop.pid).ranMs; ; ) {
    await wait(IDLE_FOR_MS);
    const after = cpuTimesOf(shop.pid).ranMs;
    if (after - before < IDLE_FOR_MS * IDLE_SHARE) return;
    before = after;
  }
}
