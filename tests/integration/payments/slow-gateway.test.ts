import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayShop, PayingGuest, slowestPage, startGatewayShop } from '#support/slow-gateway.ts';
import { limitMs } from '#support/time-limits.ts';

const GUESTS = 6;
const OTHER_PAGES = ['/cart', '/login', '/checkout', '/products?minprice=1200'];
/** Far more than a page takes, far less than the gateway takes. */
const PAGE_LIMIT_MS = 2_000;

let fixture: GatewayShop;
beforeAll(async () => {
  fixture = await startGatewayShop();
});
afterAll(() => fixture.close());

test('a gateway that takes 7.5 s delays no other visitor, and the payment page opens', async () => {
  const { shop, db, razorpay } = fixture;
  const guests: PayingGuest[] = [];
  for (let n = 0; n < GUESTS; n++) guests.push(await new PayingGuest(shop.origin, n).order(db));
  // Loads the modules of these pages.
  await slowestPage(shop.origin, OTHER_PAGES);

  razorpay.delayMs = 7_500;
  await Promise.all(guests.map((guest) => guest.chooseRazorpay()));
  const frames = guests.map((guest) => guest.frame());
  await wait(300);
  expect(await slowestPage(shop.origin, OTHER_PAGES)).toBeLessThan(limitMs(PAGE_LIMIT_MS));
  const waiting = await Promise.all(frames);
  for (const frame of waiting) expect(frame).toContain('Contacting the payment service');
  await expect.poll(() => guests[0]?.frame(), { interval: 500 }).toContain('Continue to Razorpay');
  expect(razorpay.maxConcurrent).toBeLessThanOrEqual(GUESTS);

  // The gateway’s responses to queries are just as slow, but pages and their polling read only the database.
  await db.write.updateTable('payment_attempt').set({ asked_at: 0 }).execute();
  const polled = guests.flatMap((guest) => [guest.page(), guest.status()]);
  await wait(300);
  expect(await slowestPage(shop.origin, OTHER_PAGES)).toBeLessThan(limitMs(PAGE_LIMIT_MS));
  expect((await Promise.all(polled)).filter((status) => status === 'unpaid')).toHaveLength(GUESTS);
});
