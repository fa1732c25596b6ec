import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayShop, measureSlowestPage, PayingGuest, startGatewayShop } from '#support/slow-gateway.ts';

const GUESTS = 12;
const PERIOD_MS = 30_000;
const VISITED_PATHS = ['/cart', '/login', '/checkout', '/products'];
/** On a busy machine, the limit is twice the time of the slowest page with a healthy gateway, if that is more. */
const MAX_PAGE_MS = 300;

let fixture: GatewayShop;
beforeAll(async () => {
  fixture = await startGatewayShop();
});
afterAll(() => fixture.close());

test('a slow or silent payment gateway does not slow down the pages of other visitors', async () => {
  const { shop, db, razorpay } = fixture;
  const guests: PayingGuest[] = [];
  for (let n = 0; n < GUESTS; n++) guests.push(await new PayingGuest(shop.origin, n).order(db));
  await measureSlowestPage(shop.origin, VISITED_PATHS);
  // The first payment of a process loads the gateway's package.
  await guests[0]?.chooseRazorpay();
  await expect.poll(() => razorpay.calls, { timeout: 30_000 }).toBeGreaterThan(0);
  let maxMs = MAX_PAGE_MS;
  for (const state of ['healthy', 'slow', 'silent'] as const) {
    razorpay.delayMs = state === 'slow' ? 7_500 : 0;
    razorpay.isSilent = state === 'silent';
    razorpay.maxConcurrent = 0;
    await db.write.deleteFrom('payment_attempt').execute();
    const until = performance.now() + PERIOD_MS;
    const paying = guests.map(async (guest) => {
      await guest.chooseRazorpay();
      await guest.readPage();
      // Polls as the pages do: the frame every second, the page around it every two seconds.
      for (let round = 0; performance.now() < until; round++) {
        await (round % 2 === 0 ? Promise.all([guest.readFrame(), guest.readStatus()]) : guest.readFrame());
        await wait(1_000);
      }
    });
    const times: number[] = [];
    while (performance.now() < until) {
      times.push(await measureSlowestPage(shop.origin, VISITED_PATHS));
      await wait(100);
    }
    await Promise.all(paying);
    const slowest = Math.round(Math.max(...times));
    console.log(`gateway ${state}: ${times.length} visits by another visitor, slowest page ${slowest} ms`);
    console.log(`gateway ${state}: at most ${razorpay.maxConcurrent} calls at once`);
    if (state === 'healthy') maxMs = Math.max(MAX_PAGE_MS, 2 * slowest);
    else expect(slowest, state).toBeLessThanOrEqual(maxMs);
    expect(razorpay.maxConcurrent).toBeLessThanOrEqual(12);
    const attempts = await db.write.selectFrom('payment_attempt').select('id').execute();
    expect(attempts).toHaveLength(state === 'silent' ? 0 : GUESTS);
  }
}, 180_000);
