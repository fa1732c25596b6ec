import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayShop, measureSlowestPage, PayingGuest, startGatewayShop } from '#support/slow-gateway.ts';
import { limitMs } from '#support/time-limits.ts';

const GUEST_COUNT = 6;
const OTHER_PAGES = ['/cart', '/login', '/checkout', '/products?minprice=1200'];
/** A time in ms that is much longer than a page needs, but much shorter than the gateway needs. */
const MAX_PAGE_MS = 2_000;

let fixture: GatewayShop;
beforeAll(async () => {
  fixture = await startGatewayShop();
});
afterAll(() => fixture.close());

test('a gateway that responds after 7.5 s does not delay other visitors, and the payment page opens', async () => {
  const { shop, db, razorpay } = fixture;
  const guests: PayingGuest[] = [];
  for (let n = 0; n < GUEST_COUNT; n++) guests.push(await new PayingGuest(shop.origin, n).order(db));
  // The first requests load the pages’ modules.
  await measureSlowestPage(shop.origin, OTHER_PAGES);

  razorpay.delayMs = 7_500;
  await Promise.all(guests.map((guest) => guest.chooseRazorpay()));
  const frames = guests.map((guest) => guest.readFrame());
  await wait(300);
  expect(await measureSlowestPage(shop.origin, OTHER_PAGES)).toBeLessThan(limitMs(MAX_PAGE_MS));
  const waitingFrames = await Promise.all(frames);
  for (const frame of waitingFrames) expect(frame).toContain('Contacting the payment service');
  await expect.poll(() => guests[0]?.readFrame(), { interval: 500 }).toContain('Continue to Razorpay');
  expect(razorpay.maxConcurrent).toBeLessThanOrEqual(GUEST_COUNT);

  // The gateway responds to queries just as slowly, but pages and their polling read only the database.
  await db.write.updateTable('payment_attempt').set({ asked_at: 0 }).execute();
  const pollResults = guests.flatMap((guest) => [guest.readPage(), guest.readStatus()]);
  await wait(300);
  expect(await measureSlowestPage(shop.origin, OTHER_PAGES)).toBeLessThan(limitMs(MAX_PAGE_MS));
  expect((await Promise.all(pollResults)).filter((status) => status === 'unpaid')).toHaveLength(GUEST_COUNT);
});
