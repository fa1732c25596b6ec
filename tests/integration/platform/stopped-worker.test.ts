import { existsSync } from 'node:fs';
import { get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { HttpBuyer } from '#support/http-buyer.ts';
import { childrenOf } from '#support/process-memory.ts';
import { type ShopProcess, startShop, temporaryDir } from '#support/shop-process.ts';
import { untilTwoListen } from '#support/shop-workers.ts';
import { smallShop } from '#support/small-shop.ts';
import { createDatabase } from '#support/test-database.ts';
import { limitMs } from '#support/time-limits.ts';

/** The longest wait: after two seconds, the worker counts as unresponsive and is killed. */
const MAX_WAIT_MS = 3_000;
const BUYERS = 6;
const LOCKED_FOR_MS = 300;
const MAX_TRIES = 100;

for (const engine of ['sqlite', 'postgres'] as const) {
  const canRun = existsSync('/proc/self/stat') && (engine === 'sqlite' || inject('postgresUrl'));
  describe.skipIf(!canRun)(`a stopped worker, one of two [${engine}]`, () => {
    const data = temporaryDir('stopped-worker');
    let db: ShopDatabase;
    let drop = async () => {};
    let shop: ShopProcess;

    beforeAll(async () => {
      const database = engine === 'postgres' ? await createDatabase(inject('postgresUrl')) : undefined;
      db = await smallShop(data.dir, database?.url);
      if (database) drop = database.drop;
      shop = await startShop({ dataDir: data.dir, env: { DATABASE_URL: database?.url ?? '', WORKERS: '2' } });
      await untilTwoListen(shop);
    });

    afterAll(async () => {
      await shop.stop();
      await db.close();
      await drop();
      data.remove();
    });

    test('delays pages and carts by at most three seconds, and is replaced', async () => {
      const shown = await new HttpBuyer().send('GET', shop.origin, '/public/product/show/loom-kurta');
      const variant = (shown.data.variant_ids as { _id: string }[])[0]?._id ?? '';
      const figures = { slowestPageMs: 0, slowestCartMs: 0, pages: {} as Record<number, number>, carts: 0 };
      let isOver = false;
      let isMeasured = false;

      async function fillCarts(): Promise<void> {
        while (!isOver) {
          const startedAt = performance.now();
          const { status } = await new HttpBuyer().addToCart(shop.origin, 'loom-kurta', variant, 1);
          if (!isMeasured) continue;
          figures.slowestCartMs = Math.max(figures.slowestCartMs, performance.now() - startedAt);
          // Connections accepted by the stopped worker are closed with it.
          if (status === 200) figures.carts += 1;
        }
      }

      const buyers = Array.from({ length: BUYERS }, () => fillCarts());
      const victim = await stopDuringWrite(engine, shop, data.dir);
      isMeasured = true;
      for (let n = 0; childrenOf(shop.pid).includes(victim); n++) {
        const startedAt = performance.now();
        const status = await visit(shop, n % 2 ? '/products/loom-kurta' : `/products?maxprice=${10_000 + n}`);
        figures.slowestPageMs = Math.max(figures.slowestPageMs, performance.now() - startedAt);
        figures.pages[status] = (figures.pages[status] ?? 0) + 1;
      }
      const cartsBefore = figures.carts;
      await untilTwoListen(shop);
      await expect.poll(() => figures.carts).toBeGreaterThan(cartsBefore);
      isOver = true;
      await Promise.all(buyers);
      console.info(engine, figures);
      expect(Object.keys(figures.pages), 'every new connection gets a response').toEqual(['200']);
      expect(figures.slowestPageMs).toBeLessThan(limitMs(MAX_WAIT_MS));
      expect(figures.slowestCartMs).toBeLessThan(limitMs(MAX_WAIT_MS));
    });
  });
}

/** Stops a worker, on SQLite while it holds the write lock. Returns its process id. */
async function stopDuringWrite(engine: 'sqlite' | 'postgres', shop: ShopProcess, dataDir: string): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [victim = 0] = childrenOf(shop.pid);
    process.kill(victim, 'SIGSTOP');
    if (engine === 'postgres' || isLocked(`${dataDir}/shop.sqlite`)) return victim;
    process.kill(victim, 'SIGCONT');
    await wait(tries % 10);
  }
  throw new Error('The worker was never stopped while it held the write lock.');
}

/** Whether the file stays locked for longer than the other worker needs for a write. */
function isLocked(file: string): boolean {
  const other = new DatabaseSync(file, { timeout: LOCKED_FOR_MS });
  try {
    other.exec('begin immediate; rollback');
    return false;
  } catch {
    // SQLITE_BUSY is expected; any other error fails the test later.
    return true;
  } finally {
    other.close();
  }
}

/** The status of a request over a new connection; 0 if the connection ends without a response. */
function visit({ port }: ShopProcess, path: string): Promise<number> {
  return new Promise((resolve) => {
    const clientRequest = get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0));
    });
    clientRequest.once('error', () => resolve(0));
  });
}
