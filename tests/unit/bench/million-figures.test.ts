import { expect, test } from 'vitest';
import { figuresOfSizes, type MeasuredSize } from '../../bench/million-figures.ts';

const measured = (
  engine: 'sqlite' | 'postgres',
  size: number,
  ms: number,
  measuredAt = '2026-11-23T02:00',
): MeasuredSize => ({
  engine,
  size,
  measuredAt,
  measured: [
    { what: 'list', value: ms, unit: 'ms', isFlat: true },
    { what: 'memory, warm', value: ms * 100, unit: 'MB' },
  ],
});

test('reports the growth from the smallest to the largest catalogue of an engine, except for memory', () => {
  const sizes = [measured('sqlite', 1_000_000, 9), measured('postgres', 10_000, 2), measured('sqlite', 10_000, 3)];
  const figures = figuresOfSizes(sizes, '2026-11-23T01:00');
  expect(figures.filter(({ what }) => what === 'list').map(({ column, value }) => [column, value])).toEqual([
    ['sqlite, 10000', 3],
    ['sqlite, 1000000', 9],
    ['sqlite, growth', 3],
    ['postgres, 10000', 2],
  ]);
  expect(figures.filter(({ what, unit }) => what === 'memory, warm' && unit === '×')).toEqual([]);
});

test('shows the date of a figure from an earlier run', () => {
  const sizes = [measured('sqlite', 10_000, 3, '2026-11-22T23:00:00Z'), measured('sqlite', 1_000_000, 9)];
  const times = figuresOfSizes(sizes, '2026-11-23T01:00').map(({ measuredAt }) => measuredAt);
  expect(times).toContain('2026-11-22T23:00');
  expect(times.filter((time) => time === undefined)).toHaveLength(3);
});
