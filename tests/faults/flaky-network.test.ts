import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { expect, test } from 'vitest';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import { buyingSteps, takeStep } from '#support/buying-steps.ts';
import { startShop, temporaryDir } from '#support/shop-process.ts';
import { startSlowLink } from '#support/slow-link.ts';
import { smallShop } from '#support/small-shop.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../../scripts/ensure-chromium.ts';

const PURCHASES = Number(process.env.FLAKY_PURCHASES ?? 50);
const LINK = { roundTripMs: 100, bytesPerSecond: 400_000 };
const DROP_CHANCE = 0.5;
const MAX_DELAY_MS = 600;
const MAX_DROP_MS = 4_000;
const STOCK = 1_000;

test(`each of ${PURCHASES} purchases over a randomly failing connection places exactly one order`, async () => {
  const data = temporaryDir('flaky-network');
  const db = await smallShop(data.dir);
  await db.write.updateTable('variant').set({ quantity: STOCK }).execute();
  const shop = await startShop({
    dataDir: data.dir,
    env: { CASH_VARIANT_PIECES: String(STOCK), TRUSTED_PROXIES: '1' },
  });
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const link = await startSlowLink(shop.port, LINK);
  const { id } = await db.read.selectFrom('variant').select('id').executeTakeFirstOrThrow();
  for (let seed = 1; seed <= PURCHASES; seed++) {
    const random = seededRandom(seed);
    const context = await browser.newContext({
      viewport: { width: 360, height: 800 },
      // The shop limits the orders from one network.
      extraHTTPHeaders: { 'x-forwarded-for': `203.0.${seed}.1` },
    });
    const page = await context.newPage();
    // The connection may still be down from the previous purchase.
    await wait(Math.max(0, link.dropsUntil - Date.now()));
    await page.goto(link.origin);
    const email = `flaky-${seed}@example.in`;
    for (const step of buyingSteps({ product: `/products/loom-kurta/${id}`, email })) {
      const [kind, delayMs, dropMs] = [
        random.pick(['stall', 'reset'] as const),
        random.integerBelow(MAX_DELAY_MS),
        random.integerBelow(MAX_DROP_MS),
      ];
      const dropTimer = random.chance(DROP_CHANCE) ? setTimeout(() => link.drop(kind, dropMs), delayMs) : undefined;
      await takeStep(page, step, link);
      clearTimeout(dropTimer);
    }
    await context.close();
    const orders = await db.read
      .selectFrom('orders')
      .innerJoin('order_line', 'order_line.order_id', 'orders.id')
      .select(['orders.order_status', 'order_line.quantity'])
      .where('orders.email', '=', email)
      .execute();
    expect(orders, `seed ${seed}`).toEqual([{ order_status: 'placed', quantity: 1 }]);
  }
  const { quantity } = await db.read.selectFrom('variant').select('quantity').executeTakeFirstOrThrow();
  expect(quantity).toBe(STOCK - PURCHASES);
  await link.close();
  await browser.close();
  await shop.stop();
  await db.close();
  data.remove();
}, 3_600_000);
