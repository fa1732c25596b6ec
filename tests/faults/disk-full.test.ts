import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { stockGoods, variantOf } from '#support/goods.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { stockAndSold } from '#support/order-fixture.ts';
import { type ShopProcess, startShop } from '#support/shop-process.ts';

const IN_STOCK = 100_000;
const CLIENTS = 8;

const dir = mkdtempSync(join(tmpdir(), 'taana-disk-full-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', dir]).status === 0;
let shop: ShopProcess | undefined;

afterAll(async () => {
  await shop?.stop('SIGKILL');
  if (isMounted) execFileSync('umount', ['-l', dir]);
  rmSync(dir, { recursive: true, force: true });
});

/** Fills the disk while the shop is also writing to it. */
function fillDisk(): void {
  const ballast = openSync(join(dir, 'ballast'), 'w');
  const chunk = Buffer.alloc(64 * 1024);
  try {
    for (;;) writeSync(ballast, chunk);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(ballast);
  }
}

test.skipIf(!isMounted)(
  'when the disk is full, checkouts get 503 and no acknowledged order is lost; orders are accepted once space is free',
  async () => {
    const db = await openDatabase({ dataDir: dir });
    await migrate(db);
    await stockGoods(db);
    await db.write.updateTable('variant').set({ quantity: IN_STOCK }).where('sku', '=', 'TS').execute();
    const variant = await variantOf(db, 'test-scarf');
    shop = await startShop({ dataDir: dir, env: { TRUSTED_PROXIES: '1' } });
    const { origin, output } = shop;

    const statuses: Record<number, number> = {};
    const acknowledged = new Map<string, unknown>();
    /** Refused orders, as buyer and idempotency key; they are sent again once space is free. */
    const refusedOrders: [HttpBuyer, string][] = [];
    let isOver = false;
    async function client(n: number): Promise<void> {
      for (let round = 0; !isOver; round++) {
        const buyer = new HttpBuyer(`203.0.${n}.${round % 250}`);
        const addResponse = await buyer.addToCart(origin, 'test-scarf', variant, 1);
        statuses[addResponse.status] = (statuses[addResponse.status] ?? 0) + 1;
        if (addResponse.status !== 200) continue;
        const key = `${n}-${round}`;
        const response = await buyer.order(origin, key);
        statuses[response.status] = (statuses[response.status] ?? 0) + 1;
        if (response.status === 200) acknowledged.set(key, response.data._id);
        else refusedOrders.push([buyer, key]);
      }
    }
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n)));
    await wait(1_000);
    fillDisk();
    await wait(4_000);
    const { status: healthWhenFull } = await fetch(`${origin}/healthz`);
    const page = await fetch(`${origin}/cart`, { headers: { accept: 'text/html' } });
    const acknowledgedWhenFull = acknowledged.size;
    rmSync(join(dir, 'ballast'));
    await wait(1_500);
    isOver = true;
    await clients;

    expect(healthWhenFull).toBe(200);
    expect([200, 503]).toContain(page.status);
    expect(statuses[503], JSON.stringify(statuses)).toBeGreaterThan(0);
    expect(Object.keys(statuses).sort(), output().slice(-2_000)).toEqual(['200', '503']);
    expect(acknowledged.size).toBeGreaterThan(acknowledgedWhenFull);
    expect(shop.child.exitCode).toBeNull();
    for (const [buyer, key] of refusedOrders) {
      const response = await buyer.order(origin, key);
      expect(response.status).toBe(200);
      acknowledged.set(key, response.data._id);
    }

    const orders = await db.write.selectFrom('orders').select('id').execute();
    expect(new Set(orders.map(({ id }) => id))).toEqual(new Set(acknowledged.values()));
    expect((await stockAndSold(db))['test-scarf']).toEqual({ stock: IN_STOCK - orders.length, sold: orders.length });
    const mails = await db.write.selectFrom('outbox').select('id').where('kind', '=', 'order_placed').execute();
    expect(mails.length).toBe(orders.length);
    const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.write);
    expect(check.rows).toEqual([{ integrity_check: 'ok' }]);
    await db.close();
  },
);
