import { expect, test } from 'vitest';
import { onBothEngines } from '#support/database.ts';
import { stockGoods } from '#support/goods.ts';
import { orderFixture } from '#support/order-fixture.ts';
import { type CountedWorld, runRandomOperation, stockFaults } from '#support/stock-operations.ts';

/** The number of random steps. `npm run test:faults` runs thousands of steps. */
const STEP_COUNT = Number(process.env.LEDGER_STEPS ?? 250);
const STEPS_PER_CHECK = 10;

/** Returns a generator of pseudorandom integers from 0 to n - 1. The same seed always results in the same sequence. */
function seededRandom(seed: number): (n: number) => number {
  let state = seed >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % Math.max(1, n);
  };
}

onBothEngines('the stock ledger', (open) => {
  test('adds up to the stock, which is never negative, after random operations', async () => {
    const db = await open();
    await stockGoods(db);
    const seed = Number(process.env.LEDGER_SEED ?? Date.now() % 1_000_000);
    const world: CountedWorld = { db, fixture: orderFixture(db), integerBelow: seededRandom(seed), counts: {} };
    for (let step = 1; step <= STEP_COUNT; step++) {
      await runRandomOperation(world);
      if (step % STEPS_PER_CHECK !== 0 && step !== STEP_COUNT) continue;
      expect(await stockFaults(db), `LEDGER_SEED=${seed}, step ${step}`).toEqual([]);
    }
    const missingOperations = Object.entries(world.counts).filter(([, { successes }]) => successes === 0);
    if (STEP_COUNT >= 1_000) expect(missingOperations).toEqual([]);
    const reasons = await db.write.selectFrom('stock_ledger').select('why').distinct().execute();
    expect(reasons.length).toBeGreaterThan(4);
  });

  test('adds up after four concurrent sequences of random operations', async () => {
    const db = await open();
    await stockGoods(db);
    const worlds = [1, 2, 3, 4].map((seed): CountedWorld => {
      return {
        db,
        fixture: orderFixture(db, Date.parse('2026-11-21T12:00:00+05:30') + seed),
        integerBelow: seededRandom(seed),
        counts: {},
      };
    });
    const runSteps = async (world: CountedWorld) => {
      for (let step = 0; step < 15; step++) await runRandomOperation(world);
    };
    await Promise.all(worlds.map(runSteps));
    expect(await stockFaults(db)).toEqual([]);
  });
});
