import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayShop, PayingGuest, slowestPage, startGatewayShop } from '../support/slow-gateway.ts';

const GUESTS = 24;
const LASTS_MS = 30_000;
const BYSTANDERS = ['/cart', '/login', '/checkout', '/products'];
/** The promise, on a quiet machine; `SLOWEST_PAGE_MS` loosens it for a busy one. */
const SLOWEST_MS = Number(process.env.SLOWEST_PAGE_MS ?? 300);

let desk: GatewayShop;
beforeAll(async () => {
  desk = await startGatewayShop();
});
afterAll(() => desk.close());

test('half a minute of payments by a gateway that thinks for 7.5 s, and one of silence', async () => {
  const { shop, db, razorpay } = desk;
  const guests: PayingGuest[] = [];
  for (let n = 0; n < GUESTS; n++) guests.push(await new PayingGuest(shop.origin, n).order(db));
  await slowestPage(shop.origin, BYSTANDERS);
  for (const trouble of ['slow', 'silent'] as const) {
    razorpay.answersAfterMs = trouble === 'slow' ? 7_500 : 0;
    razorpay.isSilent = trouble === 'silent';
    razorpay.mostAtOnce = 0;
    const until = performance.now() + LASTS_MS;
    const paying = guests.map(async (guest) => {
      await guest.choose();
      while (performance.now() < until) {
        await Promise.all([guest.page(), guest.frame(), guest.status()]);
        await wait(1_000);
      }
    });
    const times: number[] = [];
    while (performance.now() < until) {
      times.push(await slowestPage(shop.origin, BYSTANDERS));
      await wait(100);
    }
    await Promise.all(paying);
    const slowest = Math.round(Math.max(...times));
    console.log(`gateway ${trouble}: ${times.length} looks of a bystander, slowest page ${slowest} ms`);
    console.log(`gateway ${trouble}: at most ${razorpay.mostAtOnce} calls at once`);
    expect(slowest).toBeLessThan(SLOWEST_MS);
    expect(razorpay.mostAtOnce).toBeLessThanOrEqual(12);
  }
  const begun = await db.write.selectFrom('payment_attempt').select('id').execute();
  expect(begun).toHaveLength(GUESTS);
}, 180_000);
