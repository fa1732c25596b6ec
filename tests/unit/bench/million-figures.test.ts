import { expect, test } from 'vitest';
import { figuresOfSizes, type MeasuredSize } from '../../bench/million-figures.ts';

const measuredSize = (
  engine: 'sqlite' | 'postgres',
  size: number,
  ms: number,
  measuredAt = '2026-11-23T02:00',
): MeasuredSize => ({
  engine,
  size,
  measuredAt,
  measurements: [
    { label: 'list', value: ms, unit: 'ms', isFlat: true },
    { label: 'memory, warm', value: ms * 100, unit: 'MB' },
  ],
});

test('reports the growth from the smallest to the largest catalogue of an engine, except for memory', () => {
  const sizes = [
    measuredSize('sqlite', 1_000_000, 9),
    measuredSize('postgres', 10_000, 2),
    measuredSize('sqlite', 10_000, 3),
  ];
  const figures = figuresOfSizes(sizes, '2026-11-23T01:00');
  expect(figures.filter(({ label }) => label === 'list').map(({ column, value }) => [column, value])).toEqual([
    ['sqlite, 10000', 3],
    ['sqlite, 1000000', 9],
    ['sqlite, growth', 3],
    ['postgres, 10000', 2],
  ]);
  expect(figures.filter(({ label, unit }) => label === 'memory, warm' && unit === '×')).toEqual([]);
});

test('includes the time of a measurement only if it is from an earlier run', () => {
  const sizes = [measuredSize('sqlite', 10_000, 3, '2026-11-22T23:00:00Z'), measuredSize('sqlite', 1_000_000, 9)];
  const times = figuresOfSizes(sizes, '2026-11-23T01:00').map(({ measuredAt }) => measuredAt);
  expect(times).toContain('2026-11-22T23:00');
  expect(times.filter((time) => time === undefined)).toHaveLength(3);
});
