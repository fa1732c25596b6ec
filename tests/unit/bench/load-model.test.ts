import { expect, test } from 'vitest';
import { loadModel } from '../../bench/load-model.ts';

const COSTS = { cachedMs: 0.02, freshMs: 5, orderMs: 16, database: { freshMs: 1, orderMs: 5, idleMs: 2 } };

test('sums the costs of pages and orders of a mix, with half of the cores as the capacity', () => {
  const values = Object.fromEntries(
    loadModel(COSTS).map(({ label, value }) => [label.replace('estimated, ', ''), value]),
  );
  // 900 × 0.02 + 100 × 5 + 2 × 16, and 100 × 1 + 2 × 5.
  expect(values).toMatchObject({ '1,000 pages and 2 orders, the shop': 550, 'the same, PostgreSQL': 110 });
  expect(values['1 × 4 cores: pages']).toBeCloseTo(2_000 / 0.55);
  expect(values['1000 × 4 cores: pages']).toBeCloseTo(2_000_000 / 0.55);
});

test('lists the numbers of machines at which limits are reached, in ascending order', () => {
  const limits = loadModel(COSTS).filter(({ label }) => label.includes('until'));
  expect(limits.map(({ label, value }) => [/limit of (.+)/.exec(label)?.[1], value])).toEqual([
    ['connections', 2],
    // At 0.110 s each, the 3.64 batches a second of a machine need 0.8 half-idle cores: 16 / 0.8.
    ['PostgreSQL', 20],
    ['PostgreSQL with standbys', 73],
    ['orders', 137],
    ['polling', 1_000],
  ]);
  const costsOfExpensivePolling = { ...COSTS, database: { ...COSTS.database, idleMs: 400 } };
  expect(loadModel(costsOfExpensivePolling).at(-4)?.label).toContain('polling');
});
