import { expect, test } from 'vitest';
import type { Figure } from '../../bench/figures.ts';
import { LAST, withTables } from '../../bench/paper-tables.ts';

const figure = (part: string, value: number): Figure => ({ part, what: 'a list', value, unit: 'ms', budget: 3 });
const measured = (part: string, value: number) => ({ part, figures: [figure(part, value)], circumstances: 'today:' });

test('a part is written once, in its place, and what was not measured stays', () => {
  const first = withTables(`# Figures\n\n${LAST}\n`, [measured('fresh', 2), measured('cached', 4)]);
  expect(first).toContain('| a list | 2 ms | ≤ 3 ms | kept |  |\n');
  expect(first).toContain('| a list | 4 ms | ≤ 3 ms | missed |  |\n');
  const second = withTables(first, [measured('fresh', 1)]);
  expect(second).toBe(first.replace('| 2 ms |', '| 1 ms |'));
  expect(withTables(second, [{ ...measured('fresh', 9), figures: [] }])).toBe(second);
  expect(second.indexOf('**fresh**')).toBeLessThan(second.indexOf('**cached**'));
});

test('a paper without a place for tables is an error', () => {
  expect(() => withTables('# Figures\n', [measured('fresh', 2)])).toThrow(LAST);
});

test('what is measured at several places is a table with a column for each, and says in bold what is over its budget', () => {
  const at = (column: string, value: number): Figure => ({ ...figure('million', value), column });
  const paper = withTables(LAST, [
    { part: 'million', figures: [at('small', 2), at('large', 4)], circumstances: 'today:' },
  ]);
  expect(paper).toContain('|  | small | large |\n|---|---|---|\n| a list | 2 ms | **4 ms** |\n');
});

test('a table is not replaced by one that lacks some of its columns', () => {
  const at = (column: string): Figure => ({ ...figure('million', 2), column });
  const withColumns = (...columns: string[]) => ({
    part: 'million',
    figures: columns.map(at),
    circumstances: 'today:',
  });
  const paper = withTables(LAST, [withColumns('small', 'large')]);
  expect(withTables(paper, [withColumns('small')])).toBe(paper);
  expect(withTables(paper, [withColumns('small', 'large', 'larger')])).toContain('|  | small | large | larger |');
});
