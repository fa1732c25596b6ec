import { describe, expect, test } from 'vitest';
import { differenceLines } from '#lib/content/publishing/difference.ts';
import { diffLists } from '#lib/content/publishing/field-changes.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';

describe('the differences between two documents', () => {
  const cases: [change: string, before: unknown, after: unknown, lines: string[]][] = [
    ['nothing', { a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, []],
    ['a field', { name: 'Taana' }, { name: 'Kora' }, ['name: "Taana" → "Kora"']],
    ['a field below another', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['a.c: 2 → 3']],
    ['an emptied field', { to: 'a@b.in' }, { to: '' }, ['to: "a@b.in" → ""']],
    ['a removed field', { a: 1, b: 2 }, { a: 1 }, ['b: removed 2']],
    ['a new document', undefined, { title: 'Parcels', tags: ['a'] }, ['title: added "Parcels"', 'tags.0: added "a"']],
    ['an entry in the middle', { tags: ['a', 'c'] }, { tags: ['a', 'b', 'c'] }, ['tags.1: added "b"']],
    ['the first entry', [{ n: 1 }, { n: 2 }], [{ n: 2 }], ['0: removed {"n":1}']],
    ['one field of an entry', { z: [{ p: 1, d: 2 }] }, { z: [{ p: 9, d: 2 }] }, ['z.0.p: 1 → 9']],
    ['an emptied list', { socials: ['x'] }, { socials: [] }, ['socials.0: removed "x"']],
    ['a list instead of a text', { a: 'x' }, { a: ['x'] }, ['a: "x" → ["x"]']],
    [
      'lines of a text',
      { body: 'one\ntwo\nthree\n' },
      { body: 'one\n2\nthree\nfour\n' },
      ['body, line 2:', '  - two', '  + 2', 'body, line 4:', '  + four'],
    ],
    ['a new text', { body: '' }, { body: 'one\ntwo\n' }, ['body: "" → a text of 2 lines']],
    ['a text without its control characters', { a: '' }, { a: 'x\u009b2J' }, ['a: "" → "x2J"']],
  ];
  test.each(cases)('list %s', (_description, before, after, lines) => {
    expect(differenceLines(before, after)).toEqual(lines);
  });

  test('show the parts of long texts around the differences', () => {
    const words = 'cotton, khadi, linen and silk from Indian looms, '.repeat(8);
    const [line = ''] = differenceLines({ a: `${words}cut ${words}` }, { a: `${words}sewn ${words}` });
    expect(line).toMatch(/^a: "….{20,30}cut .{20,30}…" → "….{20,30}sewn .{20,30}…"$/);
  });

  test('show the first lines of long values', () => {
    const text = (from: number) => Array.from({ length: 100 }, (_, index) => `line ${from + index}`).join('\n');
    const lines = differenceLines({ body: text(0) }, { body: text(1_000) });
    expect(lines).toHaveLength(61);
    expect(lines.at(-1)).toBe('  … and 141 more lines');
  });
});

test('applying the removed and added items converts the first list to the second', () => {
  const random = seededRandom(7);
  const list = () => Array.from({ length: random.integerBelow(12) }, () => String(random.integerBelow(5)));
  for (let round = 0; round < 2_000; round++) {
    const [before, after] = [list(), list()];
    const changes = diffLists(before, after);
    const patchedList = [...before];
    for (const change of changes.toReversed()) {
      patchedList.splice(
        change.beforeIndex,
        change.removedCount,
        ...after.slice(change.afterIndex, change.afterIndex + change.addedCount),
      );
    }
    expect(patchedList).toEqual(after);
    expect(changes.length).toBeLessThanOrEqual(Math.max(before.length, after.length) + 1);
  }
});

test('compares lists of 5,000 different items', () => {
  const [before, after] = [0, 1].map((listNumber) =>
    Array.from({ length: 5_000 }, (_, index) => `${index} ${listNumber}`),
  ) as [string[], string[]];
  const unchangedItems = ['first', 'last'] as const;
  expect(
    diffLists([unchangedItems[0], ...before, unchangedItems[1]], [unchangedItems[0], ...after, unchangedItems[1]]),
  ).toEqual([{ beforeIndex: 1, afterIndex: 1, removedCount: 5_000, addedCount: 5_000 }]);
});
