import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkStandby } from '#lib/operations/doctor/check-standby.server.ts';
import { variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { StandbyShop } from '#support/standby-shop.ts';
import { waitUntil } from '#support/time-limits.ts';

const PAGES = ['/products', '/products/loom-kurta', '/public/product/show/loom-kurta', '/search?search=kurta'];
/** A change appears everywhere within two seconds, with or without a standby. */
const MAX_DELAY_MS = 2_000;
const POLLING = { interval: 50 };

// Both servers use the PostgreSQL programs of this machine.
describe.skipIf(!inject('postgresUrl') || process.env.TEST_DATABASE_URL)('a standby database for reads', () => {
  let standby: StandbyShop;
  let pageCount = 0;

  beforeAll(async () => {
    standby = await StandbyShop.start();
  });
  afterAll(() => standby.stop());

  const fetchText = async (path: string) => (await fetch(standby.shop.origin + path)).text();
  /** Requests a page with a new address each time, so that the shop must render the page. */
  const fetchUncachedPage = () => fetch(`${standby.shop.origin}/products/loom-kurta?pincode=${560_000 + pageCount++}`);
  const readScanCounts = async () => {
    const [onPrimary = 0, onStandby = 0] = await standby.readScanCounts();
    return { onPrimary, onStandby };
  };
  const runDoctor = (databaseReadUrl: string) => checkStandby(standby.db, { databaseReadUrl });

  test('is used to render pages, without scanning the primary for each page', async () => {
    // The shop's first products are a change that the standby must have replicated.
    await expect
      .poll(async () => {
        await fetchUncachedPage();
        return (await readScanCounts()).onStandby;
      }, POLLING)
      .toBeGreaterThan(0);
    // Background work also scans the primary, so the count is repeated until there is little such work.
    const countScansDuringTenPages = async () => {
      const countsBefore = await readScanCounts();
      for (let page = 0; page < 10; page++) expect((await fetchUncachedPage()).status).toBe(200);
      // PostgreSQL updates its statistics within a second.
      await expect
        .poll(async () => (await readScanCounts()).onStandby - countsBefore.onStandby, POLLING)
        .toBeGreaterThanOrEqual(10);
      await wait(1_200);
      return (await readScanCounts()).onPrimary - countsBefore.onPrimary;
    };
    await expect.poll(countScansDuringTenPages, POLLING).toBeLessThan(10);
  });

  test('is checked by doctor, which reports a wrong DATABASE_READ_URL', async () => {
    expect(await runDoctor(standby.standbyUrl)).toEqual([
      {
        isGood: true,
        text: expect.stringMatching(/^standby .*127\.0\.0\.1:\d+\/shop\): replicated a change in \d+ ms/),
      },
    ]);
    for (const [url, text] of [
      [standby.primaryUrl, 'is not a standby'],
      [standby.pair.followerUrl, 'is not a copy of DATABASE_URL'],
      ['postgres://shop:secret@127.0.0.1:1/shop', 'the database did not answer'],
    ] as const) {
      const [finding] = await runDoctor(url);
      expect(finding).toEqual({ isGood: false, text: expect.stringContaining(text) });
      expect(finding?.text).not.toContain('secret');
    }
  });

  test('delays no changes while it hangs, and leaves no outdated pages in the cache', async () => {
    for (const path of PAGES) expect(await fetchText(path), path).toMatch(/1,?250/);
    await standby.pauseReplay();
    await standby.setPrice(777);
    const changedAt = performance.now();
    await Promise.all(
      PAGES.map((path) => waitUntil(path, MAX_DELAY_MS, async () => /777/.test(await fetchText(path)), changedAt)),
    );
    expect(await (await fetchUncachedPage()).text()).toContain('777');
    await standby.resumeReplay();
    // Now the standby has the change, so both newly rendered and cached pages must be correct.
    for (const path of PAGES) expect(await fetchText(path), path).toContain('777');
  });

  test('can be killed without causing a page or an order to fail', async () => {
    const variant = await variantOf(standby.db, 'loom-kurta');
    const buyer = new HttpBuyer();
    // Each visitor requests one page at a time, because a shop on a slow machine would reject more requests.
    let isOver = false;
    const visits = Array.from({ length: 4 }, async () => {
      const statuses: number[] = [];
      while (!isOver) statuses.push((await fetchUncachedPage()).status);
      return statuses;
    });
    await wait(100);
    await standby.pair.stopFollower();
    expect((await buyer.addToCart(standby.shop.origin, 'loom-kurta', variant, 1)).status).toBe(200);
    expect(await buyer.order(standby.shop.origin, 'once')).toMatchObject({ status: 200 });
    isOver = true;
    expect(new Set((await Promise.all(visits)).flat())).toEqual(new Set([200]));
    expect((await fetch(`${standby.shop.origin}/readyz`)).status).toBe(200);
  });
});
