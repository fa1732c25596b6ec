import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { migrate } from '#lib/platform/db/migrator/migrate.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { CartOwner } from '#lib/sales/cart/cart-owner.server.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { startPostgres } from '#support/postgres.ts';
import { createDatabase } from '#support/test-database.ts';
import type { BenchOptions } from './bench-options.ts';
import { type Figure, percentile } from './figures.ts';

const BUDGET_MS = { sqlite: 1, postgres: 5 };
const WARM_UP = 50;

/** Measures the transaction that places an order with three lines on each engine. One of the lines is cloth. */
export async function measureCheckout({ rounds }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const sqlite = await openDatabase({ dataDir: '', isTemporary: true });
  figures.push(await measure(sqlite, rounds));
  await sqlite.close();
  const postgres = await startPostgres();
  if (!postgres) {
    console.log('PostgreSQL was not found: the checkout is measured on SQLite only.');
    return figures;
  }
  const { url, drop } = await createDatabase(postgres.url);
  const db = await openDatabase({ databaseUrl: url, dataDir: '' });
  figures.push(await measure(db, rounds));
  await db.close();
  await drop();
  await postgres.stop();
  return figures;
}

async function measure(db: ShopDatabase, rounds: number): Promise<Figure> {
  await migrate(db);
  await stockGoods(db);
  await db.write.updateTable('variant').set({ quantity: 10_000_000 }).execute();
  await db.write.updateTable('bolt').set({ length_cm: 5_000_000 }).execute();
  const { cartOf, place } = orderFixture(db);
  const times: number[] = [];
  const commitTimes: number[] = [];
  for (let n = 0; n < WARM_UP + rounds * 200; n++) {
    const owner: CartOwner = await cartOf(['test-kurta', 1], ['test-scarf', 2], ['test-cloth', 1.5]);
    const startedAt = performance.now();
    await place(owner, {}, `key-${n}`);
    if (n >= WARM_UP) times.push(performance.now() - startedAt);
    commitTimes.push(await bareCommit(db));
  }
  const median = percentile(times, 0.5);
  const commit = percentile(commitTimes, 0.5);
  return {
    part: 'checkout',
    label: `an order with three lines, ${db.engine}`,
    value: median,
    unit: 'ms',
    budget: BUDGET_MS[db.engine],
    note: `99th percentile ${percentile(times, 0.99).toFixed(2)} ms; ${(median / commit).toFixed(1)} × a bare commit of ${commit.toFixed(2)} ms`,
  };
}

/** Measures the smallest durable transaction, as a baseline for the current speed of the disk. */
async function bareCommit(db: ShopDatabase): Promise<number> {
  const startedAt = performance.now();
  await transaction(db, (tx) =>
    tx
      .insertInto('number_series')
      .values({ name: 'bench', value: 1 })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql<number>`number_series.value + 1` }))
      .execute(),
  );
  return performance.now() - startedAt;
}
