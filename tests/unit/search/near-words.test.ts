import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QuerySpelling } from '#lib/catalog/search/words/near-words.ts';
import { buildSpellings } from '#lib/catalog/search/words/spellings.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';
import { editDistance } from '#lib/primitives/edit-distance.ts';

const TOO_FAR = Number.POSITIVE_INFINITY;

test.each([
  ['kurta', 'kurta', 0],
  ['kruta', 'kurta', 1],
  ['kurt', 'kurta', 1],
  ['kurtta', 'kurta', 1],
  ['palzo', 'palazzo', 2],
  ['abcdef', 'uvwxyz', TOO_FAR],
])('%s differs from %s by %s edits', (a, b, mistakes) => {
  expect(editDistance(a, b, 2)).toBe(mistakes);
  expect(new QuerySpelling(a).editsTo(b, 2)).toBe(mistakes);
});

const letters = (...some: string[]) => fc.string({ unit: fc.constantFrom(...some), maxLength: 12 });
const words = fc.oneof(letters('a', 'b'), letters('a', 'b', 'C', 'é', 'क', 'ि'), fc.string({ maxLength: 40 }));

test('the bit-parallel edit distance equals the plain edit distance', () => {
  fc.assert(
    fc.property(words, words, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
      expect(new QuerySpelling(a).editsTo(b, max)).toBe(editDistance(a, b, max));
    }),
    { numRuns: 2_000 },
  );
});

function nearest(typed: string, known: string[], max = 2): Record<string, number> {
  const visited: [string, number][] = [];
  const spellings = runSync(buildSpellings(known, Uint32Array.from(known.keys())));
  spellings.visitNearest(new QuerySpelling(typed), max, (index, mistakes) => visited.push([known[index]!, mistakes]));
  const fewest = Math.min(...visited.map(([, mistakes]) => mistakes));
  return Object.fromEntries(visited.filter(([, mistakes]) => mistakes === fewest));
}

test('corrects no short words or numbers, and up to two mistakes in long words', () => {
  expect(nearest('red', ['rd', 'rod'])).toEqual({});
  expect(nearest('2026', ['2025'])).toEqual({});
  expect(nearest('kuta', ['kurta'])).toEqual({ kurta: 1 });
  expect(nearest('sherwni', ['sherwani'])).toEqual({ sherwani: 1 });
  expect(nearest('kanjivrm', ['kanjivaram'])).toEqual({ kanjivaram: 2 });
});

test('finds all words with the fewest mistakes, at any length', () => {
  const known = fc.uniqueArray(letters('a', 'b', 'c'), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(letters('a', 'b', 'c'), known, (typed, all) => {
      const maxEdits = typed.length < 4 ? 0 : typed.length < 6 ? 1 : 2;
      const mistakes = all.map((word) => [word, editDistance(typed, word, maxEdits)] as const);
      const fewest = Math.min(...mistakes.map(([, count]) => count));
      const expected = fewest === TOO_FAR || maxEdits === 0 ? [] : mistakes.filter(([, count]) => count === fewest);
      expect(nearest(typed, all)).toEqual(Object.fromEntries(expected));
    }),
  );
});
