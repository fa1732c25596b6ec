import { setTimeout as wait } from 'node:timers/promises';
import { signInAsOwner } from '#support/killed-shop.ts';
import { insertOrder } from '#support/order-row.ts';
import { ShiprocketStub } from '#support/shiprocket-stub.ts';
import { startWithNpmFlags, temporaryDir } from '#support/shop-process.ts';
import { smallShop } from '#support/small-shop.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, percentile } from './figures.ts';
import { startVisitors } from './visits.ts';

const PARCELS = 50;
const PHASE_MS = 10_000;
/** The interval between webhooks in ms. It can't be shorter, because the shop limits the writes from one network. */
const WEBHOOK_INTERVAL_MS = 1_000;
const POLL_MS = 50;
const SHOPPER_BUDGET_MS = 100;
const SHOPPER_PATHS = ['/', '/products', '/products?maxprice={n}', '/products/loom-kurta'];

/** Measures shoppers' pages while Shiprocket reports a parcel each second and does not respond to rate requests. */
export async function measureCourier({ rounds }: BenchOptions): Promise<Figure[]> {
  const stub = await ShiprocketStub.start();
  const data = temporaryDir('bench-courier');
  const db = await smallShop(data.dir);
  const ids = Array.from({ length: PARCELS }, (_, n) => `order-${n}`);
  for (const [n, id] of ids.entries())
    await insertOrder(db, id, { number: `TA-2026-${String(n + 1).padStart(6, '0')}`, order_status: 'processing' });
  const shop = await startWithNpmFlags({ dataDir: data.dir, env: stub.env });
  const shoppers = startVisitors(shop.origin, SHOPPER_PATHS);
  const post = await signInAsOwner(db, data.dir);
  try {
    await wait(PHASE_MS);
    shoppers.take();
    await sendWebhooks(shop.origin, stub, rounds * PHASE_MS);
    const timesBefore = shoppers.take();
    stub.isSilent = true;
    await post(shop, '/admin/shipping/rates', { of: ids.join(',') });
    // A job calls Shiprocket some time after the request.
    while (stub.calls.length === 0) await wait(POLL_MS);
    shoppers.take();
    await sendWebhooks(shop.origin, stub, rounds * PHASE_MS);
    return [courierFigure(timesBefore, shoppers.take())];
  } finally {
    await shoppers.stop();
    await shop.stop();
    await Promise.all([db.close(), stub.close()]);
    data.remove();
  }
}

function courierFigure(timesBefore: number[], timesWhileSilent: number[]): Figure {
  return {
    ...{ part: 'courier', label: 'a shopper’s page while Shiprocket is silent, 99th percentile' },
    ...{ value: percentile(timesWhileSilent, 0.99), unit: 'ms', budget: SHOPPER_BUDGET_MS },
    note: `${percentile(timesBefore, 0.99).toFixed(1)} ms before; ${timesWhileSilent.length.toLocaleString('en-IN')} pages`,
  };
}

/** Sends webhooks about unknown parcels. */
async function sendWebhooks(origin: string, stub: ShiprocketStub, forMs: number): Promise<void> {
  for (let sent = 0; sent < forMs / WEBHOOK_INTERVAL_MS; sent++) {
    const parcel = { id: sent, awb: `AWB${sent}`, channel_order_id: `TA-2025-${sent}` };
    const { body, headers } = stub.webhook(parcel, 18, '21 11 2026 12:00:00');
    await fetch(`${origin}/public/courier/webhook`, { method: 'POST', headers, body: new Uint8Array(body) });
    await wait(WEBHOOK_INTERVAL_MS);
  }
}
