import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fillStock } from '#support/fill-stock.ts';
import { peakMb, resetPeak, residentMb } from '#support/process-memory.ts';
import { startWithNpmFlags } from '#support/shop-process.ts';
import { beginShopping } from '#support/shoppers.ts';
import { prepareData } from '../bench/prepared-data.ts';

const MINUTES = Number(process.env.SHOPPING_MINUTES ?? 10);
const SHOPPERS = 30;
const PAUSE_MS = 250;
/** The memory budget. */
const MAX_MB = 250;

test(`no request from ordinary shoppers fails in ${MINUTES} minutes, and memory use stays within its budget`, async () => {
  const dataDir = await prepareData('demo');
  await fillStock(dataDir);
  const shop = await startWithNpmFlags({ dataDir, env: { TRUSTED_PROXIES: '1' } });
  const before = residentMb(shop.pid);
  resetPeak(shop.pid);
  const shopping = beginShopping(shop.origin, SHOPPERS, PAUSE_MS);
  await wait(MINUTES * 60_000);
  await shopping.end();
  const peak = peakMb(shop.pid);
  await wait(20_000);
  const idle = residentMb(shop.pid);
  const { requests, orders, failures, refusals, slowestMs } = shopping;
  const memory = `memory ${Math.round(before)} MB, at most ${Math.round(peak)}, idle ${Math.round(idle)}`;
  console.info(
    `${requests} requests, ${orders} orders, slowest ${Math.round(slowestMs)} ms, ${memory}, refused:`,
    refusals,
  );
  await shop.stop();
  expect(failures).toEqual([]);
  expect(peak).toBeLessThan(MAX_MB);
}, 900_000);
